package io.trellara.handoff;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.mysql.MysqlDialect;
import io.trellara.handoff.dialect.postgres.PostgresDialect;

/** Doors to sources, by what their URL leads to. */
public final class Sources {
    private Sources() {}

    /** The configured source; nothing is connected yet. */
    public static Dialect of(SourceConfig config) {
        return switch (config.connection().kind()) {
            case POSTGRESQL -> new PostgresDialect(config);
            case MYSQL -> new MysqlDialect(config);
        };
    }
}

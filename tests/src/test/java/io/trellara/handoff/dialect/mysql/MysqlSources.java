package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Sessions and views at embedded servers, which are on this machine and need no TLS. */
final class MysqlSources {
    static final LockLimits PATIENT =
            new LockLimits(LockStrategy.LOCK_TABLES, Duration.ofSeconds(2), Duration.ofSeconds(60));

    private MysqlSources() {}

    static MysqlSessions sessions(ConnectionConfig database) {
        return new MysqlSessions(plain(database), "test");
    }

    static ConnectionConfig plain(ConnectionConfig database) {
        return new ConnectionConfig(
                database.url() + "?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                database.username(),
                database.password());
    }

    /** The source with these tables of the connection's own database as its dataset. */
    static MysqlDialect dialect(ConnectionConfig database, String... names) {
        return dialect(database, new SourceConfig.Limits(60_000, 1_000, 60_000), names);
    }

    static MysqlDialect dialect(ConnectionConfig database, SourceConfig.Limits limits, String... names) {
        return new MysqlDialect(new SourceConfig(
                new RunKey("test", "dataset", "run"),
                plain(database),
                database,
                relations(database, names),
                new SourceConfig.Replication(SourceConfig.NO_SLOT, SourceConfig.NO_SLOT, false, false),
                new SourceConfig.Copy(1_000, 64 << 10, false),
                new SourceConfig.Stream(8, 1_000),
                limits));
    }

    static LockedViewOpening opening(ConnectionConfig database, LockLimits limits) {
        return new LockedViewOpening(sessions(database), limits, new LockPauses(new Random(1)), System::nanoTime);
    }

    static String identity(ConnectionConfig database) {
        return sessions(database)
                .ask(
                        "asking who answers",
                        session -> MysqlIdentity.read(session).text());
    }

    /** Tables of the connection's own database. */
    static List<Relation> relations(ConnectionConfig database, String... names) {
        String schema = database.url().substring(database.url().lastIndexOf('/') + 1);
        return Stream.of(names).map(name -> new Relation(schema, name)).toList();
    }
}

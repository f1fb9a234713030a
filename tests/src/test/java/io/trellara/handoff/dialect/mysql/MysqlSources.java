package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.model.Relation;
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

package io.trellara.handoff.bench;

import io.trellara.handoff.local.EmbeddedPostgresServer;
import java.sql.Connection;
import java.sql.SQLException;

/** PostgreSQL's own apply: a subscription of a database of its own at the target server. One thread. */
final class Subscription {
    static final String SLOT = "bench_subscription";

    private static final String DATABASE = "subscriber";

    private final BenchServers servers;

    /** Creates it with a copy of the table, and returns when that copy is done. */
    Subscription(BenchServers servers) throws SQLException {
        this.servers = servers;
        EmbeddedPostgresServer source = servers.source();
        servers.atSource("CREATE PUBLICATION bench FOR TABLE " + BenchTable.NAME);
        BenchServers.sql(servers.target(), "postgres", "CREATE DATABASE " + DATABASE);
        execute(
                BenchTable.DDL,
                "CREATE SUBSCRIPTION bench CONNECTION 'host=127.0.0.1 port=%d dbname=%s user=%s password=%s' PUBLICATION bench WITH (slot_name = %s)"
                        .formatted(source.port(), BenchServers.DATABASE, source.superuser(), source.password(), SLOT));
        try (Connection connection = open()) {
            BenchServers.await(
                    connection, "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate = 'r'", 1, () -> {});
        }
    }

    Connection open() throws SQLException {
        return servers.target().open(DATABASE);
    }

    void enable() throws SQLException {
        execute("ALTER SUBSCRIPTION bench ENABLE");
    }

    /** Returns when its slot is free. */
    void disable() throws SQLException {
        execute("ALTER SUBSCRIPTION bench DISABLE");
        servers.awaitSlot(SLOT, false, () -> {});
    }

    private void execute(String... statements) throws SQLException {
        BenchServers.sql(servers.target(), DATABASE, statements);
    }
}

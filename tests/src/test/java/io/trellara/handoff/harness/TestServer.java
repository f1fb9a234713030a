package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A server for one test class, with databases of its own that are dropped at the end. One thread. */
public final class TestServer implements SideServer {
    private final ConnectionConfig maintenance;
    private final @Nullable EmbeddedPostgresServer embedded;
    private final Runnable end;
    private final Deque<String> databases = new ArrayDeque<>();

    TestServer(ConnectionConfig maintenance, @Nullable EmbeddedPostgresServer embedded, Runnable end) {
        this.maintenance = maintenance;
        this.embedded = embedded;
        this.end = end;
    }

    /** The server's process; a test that needs one is skipped on a server that is not ours. */
    public EmbeddedPostgresServer embedded() {
        Assumptions.assumeTrue(embedded != null, "needs an embedded server");
        return Objects.requireNonNull(embedded);
    }

    /** A new empty database. */
    public ConnectionConfig newDatabase(String prefix) throws SQLException {
        String name = prefix + "_" + UUID.randomUUID().toString().substring(0, 8);
        execute(maintenance, "CREATE DATABASE " + name);
        databases.push(name);
        return database(name);
    }

    /** Another database of this server. */
    public ConnectionConfig database(String name) {
        String url = maintenance.url();
        return new ConnectionConfig(
                url.substring(0, url.lastIndexOf('/') + 1) + name, maintenance.username(), maintenance.password());
    }

    @Override
    public ConnectionConfig newSide(String prefix) throws SQLException {
        return newDatabase(prefix);
    }

    /** A session at a database of either kind, with auto-commit. */
    public static Connection open(ConnectionConfig database) throws SQLException {
        return SideSql.open(database);
    }

    /** Runs commands one by one, each in its own transaction. */
    public static void execute(ConnectionConfig database, String... commands) throws SQLException {
        try (Connection connection = open(database);
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            if (embedded == null) {
                dropDatabases();
            }
        } finally {
            end.run();
        }
    }

    private void dropDatabases() throws SQLException {
        while (!databases.isEmpty()) {
            String name = databases.pop();
            execute(
                    maintenance,
                    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = '" + name
                            + "'",
                    "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        }
    }
}

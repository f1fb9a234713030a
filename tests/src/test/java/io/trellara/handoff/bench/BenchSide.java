package io.trellara.handoff.bench;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.DatabaseSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A database of either kind at one of the servers.
 *
 * @param pid the server's process
 */
record BenchSide(ConnectionConfig database, long pid) {
    DatabaseKind kind() {
        return database.kind();
    }

    Connection open() throws SQLException {
        return DatabaseSession.open(database, "bench");
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(statements)) {
                statement.execute(sql);
            }
        }
    }

    long number(String sql) throws SQLException {
        try (Connection connection = open()) {
            return BenchServers.number(connection, sql);
        }
    }
}

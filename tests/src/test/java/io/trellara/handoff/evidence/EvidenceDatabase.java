package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.EmbeddedPostgresServer;
import io.trellara.handoff.migration.SchemaMigrations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/** A database of its own with the evidence tables, and plain SQL beside the store. */
final class EvidenceDatabase {
    private final ConnectionConfig connection;

    private EvidenceDatabase(ConnectionConfig connection) {
        this.connection = connection;
    }

    static EvidenceDatabase create(EmbeddedPostgresServer server, String name) throws SQLException {
        new EvidenceDatabase(server.connection("postgres")).execute("CREATE DATABASE " + name);
        EvidenceDatabase database = new EvidenceDatabase(server.connection(name));
        SchemaMigrations.migrateEvidence(database.connection);
        return database;
    }

    ConnectionConfig connection() {
        return connection;
    }

    JdbcEvidenceStore store() {
        return new JdbcEvidenceStore(connection, "trellara-handoff test");
    }

    /** Runs statements in one session, with the owner's own rights. */
    void execute(String... statements) throws SQLException {
        try (Connection open = connect(connection);
                Statement statement = open.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    List<String> column(String sql) throws SQLException {
        return column(connection, sql);
    }

    /** All evidence of all runs as text, to see that nothing has changed. */
    List<String> image() throws SQLException {
        List<String> rows = new ArrayList<>();
        for (String table : List.of(
                "snapshot_runs",
                "snapshot_table_progress",
                "snapshot_handoff_events",
                "snapshot_waves",
                "snapshot_chunks",
                "run_transitions",
                "run_controls")) {
            rows.addAll(column("SELECT '" + table + "' || t::text FROM trellara." + table + " t ORDER BY 1"));
        }
        return rows;
    }

    static Connection connect(ConnectionConfig database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", database.username());
        properties.setProperty("password", database.password());
        return Objects.requireNonNull(new org.postgresql.Driver().connect(database.url(), properties));
    }

    static List<String> column(ConnectionConfig database, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection open = connect(database);
                Statement statement = open.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(String.valueOf(rows.getString(1)));
            }
        }
        return values;
    }
}

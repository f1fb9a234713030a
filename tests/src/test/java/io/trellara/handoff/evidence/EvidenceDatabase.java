package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.MysqlSession;
import io.trellara.handoff.migration.SchemaMigrations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;

/** A database, with the evidence tables in reach, and plain SQL beside the store. */
record EvidenceDatabase(ConnectionConfig connection) {
    static EvidenceDatabase create(EvidenceServer server, String name) throws SQLException {
        EvidenceDatabase database = new EvidenceDatabase(server.newDatabase(name));
        SchemaMigrations.migrateEvidence(database.connection);
        return database;
    }

    boolean mysql() {
        return connection.kind() == DatabaseKind.MYSQL;
    }

    JdbcEvidenceStore store() {
        return new JdbcEvidenceStore(connection, "trellara-handoff test");
    }

    /** Runs statements in one session, with the owner's own rights. */
    void execute(String... statements) throws SQLException {
        try (Connection open = connect();
                Statement statement = open.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of a query's rows as text. */
    List<String> column(String sql) throws SQLException {
        return rows(sql).stream().map(row -> row.get(0)).toList();
    }

    /** All evidence of all runs as text, to see that nothing has changed. */
    List<String> image() throws SQLException {
        List<String> image = new ArrayList<>();
        for (String table : List.of(
                "snapshot_runs",
                "snapshot_table_progress",
                "snapshot_handoff_events",
                "snapshot_waves",
                "snapshot_chunks",
                "run_transitions",
                "run_controls",
                "run_samples",
                "run_waits",
                "stream_windows",
                "stream_touches",
                "verification_runs",
                "verification_tables")) {
            new TreeSet<>(rows("SELECT * FROM trellara." + table).stream()
                            .map(row -> table + row)
                            .toList())
                    .forEach(image::add);
        }
        return image;
    }

    Connection connect() throws SQLException {
        if (mysql()) {
            return MysqlSession.open(connection, "handoff test");
        }
        Properties properties = new Properties();
        properties.setProperty("user", connection.username());
        properties.setProperty("password", connection.password());
        return Objects.requireNonNull(new org.postgresql.Driver().connect(connection.url(), properties));
    }

    private List<List<String>> rows(String sql) throws SQLException {
        List<List<String>> all = new ArrayList<>();
        try (Connection open = connect();
                Statement statement = open.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(rows.getString(i)));
                }
                all.add(row);
            }
        }
        return all;
    }
}

package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** A database with a publication for all tables, a slot, and the contract of some relations. One thread. */
final class StreamUnderTest {
    final ConnectionConfig database;
    final SourceConfig config;
    final PostgresSessions sessions;
    final List<RelationSchema> contract;

    private StreamUnderTest(ConnectionConfig database, SourceConfig config) {
        this.database = database;
        this.config = config;
        this.sessions = new PostgresSessions(config);
        this.contract = new PostgresDialect(config).presentSchemas();
    }

    /** A new database in which {@code setup} was run before the slot was created. */
    static StreamUnderTest create(TestServer server, List<String> setup, String... relations) throws SQLException {
        ConnectionConfig database = server.newDatabase("stream");
        TestServer.execute(database, setup.toArray(String[]::new));
        String name = database.url().substring(database.url().lastIndexOf('/') + 1);
        TestServer.execute(
                database,
                "CREATE PUBLICATION " + name + " FOR ALL TABLES WITH (publish_via_partition_root = true)",
                "SELECT pg_create_logical_replication_slot('" + name + "', 'pgoutput')");
        return new StreamUnderTest(
                database,
                new SourceConfig(
                        new RunKey("test", name, "run-" + name),
                        database,
                        database,
                        Arrays.stream(relations).map(Relation::parse).toList(),
                        new SourceConfig.Replication(name, name, false, false),
                        new SourceConfig.Copy(1_000, 64 << 10, false),
                        new SourceConfig.Stream(8, 1_000),
                        new SourceConfig.Limits(10_000, 1_000, 60_000)));
    }

    String slot() {
        return config.replication().slot();
    }

    StreamUnderTest run(String... commands) throws SQLException {
        TestServer.execute(database, commands);
        return this;
    }

    /** Runs commands in one transaction. */
    StreamUnderTest transaction(String... commands) throws SQLException {
        return run("BEGIN; " + String.join("; ", commands) + "; COMMIT");
    }

    /** The steps to a stream, at this very source. */
    StreamOpening opening() {
        return new StreamOpening(
                sessions, config, new PostgresDialect(config).identity().text());
    }

    /** The stream from a position on. */
    ChangeStream open(Lsn from) {
        return PostgresChangeStream.open(opening(), from, contract);
    }

    /** The stream from the slot's own position. */
    ChangeStream open() throws SQLException {
        return open(confirmed());
    }

    Lsn confirmed() throws SQLException {
        return Lsn.parse(
                ask("SELECT confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = '" + slot() + "'"));
    }

    /** Where the server's log ends now. */
    Lsn logEnd() throws SQLException {
        return Lsn.parse(ask("SELECT pg_current_wal_flush_lsn()"));
    }

    /** One answer of one column, as text. */
    String ask(String query) throws SQLException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }
}

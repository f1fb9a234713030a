package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a server does to somebody who keeps no rule: it loses changes in silence, or tells what it should not. The twins
 * of the tests that show how a run halts instead.
 */
final class WithoutTheRuleIT {
    private static TestServer server;

    @SuppressWarnings("NullAway.Init")
    private ConnectionConfig database;

    @SuppressWarnings("NullAway.Init")
    private String slot;

    @BeforeAll
    static void startServer() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @BeforeEach
    void publish() throws SQLException {
        database = server.newDatabase("rules");
        slot = "rules_" + UUID.randomUUID().toString().substring(0, 8);
        TestServer.execute(
                database,
                "CREATE TABLE items (id bigint PRIMARY KEY, name text)",
                "CREATE TABLE others (id bigint PRIMARY KEY)",
                "CREATE PUBLICATION p FOR TABLE items, others",
                "SELECT pg_create_logical_replication_slot('" + slot + "', 'pgoutput')");
    }

    /** R8. */
    @Test
    void slotDropped_rowInserted_slotMadeAgain_theRowIsNeverSent() throws SQLException {
        TestServer.execute(
                database,
                "INSERT INTO items VALUES (1, 'before')",
                "SELECT pg_drop_replication_slot('" + slot + "')",
                "SELECT pg_create_logical_replication_slot('" + slot + "', 'pgoutput')",
                "INSERT INTO items VALUES (2, 'after')");
        assertThat(insertsSent()).isEqualTo(1);
        assertThat(count("SELECT count(*) FROM items")).isEqualTo(2);
    }

    /** R7. */
    @Test
    void rowInserted_slotAcknowledgedTooEarly_theRowIsNeverSent() throws SQLException {
        TestServer.execute(database, "INSERT INTO items VALUES (1, 'before')");
        assertThat(insertsSent()).isEqualTo(1);
        TestServer.execute(database, "SELECT pg_replication_slot_advance('" + slot + "', pg_current_wal_lsn())");
        assertThat(insertsSent()).isZero();
    }

    /** R9, while copying. */
    @Test
    void viewOpened_relationRewritten_itReadsAsEmpty() throws SQLException {
        TestServer.execute(database, "INSERT INTO items VALUES (1, 'one'), (2, 'two')");
        try (Connection view = TestServer.open(database);
                Statement statement = view.createStatement()) {
            view.setAutoCommit(false);
            view.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.execute("SELECT pg_current_snapshot()");
            TestServer.execute(database, "ALTER TABLE items ALTER COLUMN name TYPE varchar(9)");
            try (ResultSet row = statement.executeQuery("SELECT count(*) FROM items")) {
                row.next();
                assertThat(row.getLong(1)).isZero();
            }
        }
    }

    /** R9 and R10, while streaming. */
    @Test
    void relationLeftOutOfThePublication_rowInserted_theStreamSaysNothing() throws SQLException {
        TestServer.execute(
                database,
                "INSERT INTO items VALUES (1, 'before')",
                "ALTER PUBLICATION p DROP TABLE items",
                "INSERT INTO items VALUES (2, 'after')",
                "INSERT INTO others VALUES (3)");
        assertThat(insertsSent()).as("of three rows").isEqualTo(2);
    }

    /** R11. */
    @Test
    void theServersOwnWordsHoldValues() throws SQLException {
        TestServer.execute(database, "ALTER TABLE items ADD UNIQUE (name)", "INSERT INTO items VALUES (1, 'a-secret')");
        assertThatThrownBy(() -> TestServer.execute(database, "INSERT INTO items VALUES (2, 'a-secret')"))
                .hasMessageContaining("a-secret");
    }

    private long insertsSent() throws SQLException {
        return count("SELECT count(*) FROM pg_logical_slot_peek_binary_changes('" + slot + "', NULL, NULL,"
                + " 'proto_version', '1', 'publication_names', 'p') WHERE get_byte(data, 0) = ascii('I')");
    }

    private long count(String query) throws SQLException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}

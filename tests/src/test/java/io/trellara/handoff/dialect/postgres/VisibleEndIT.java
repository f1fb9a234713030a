package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A row that somebody could see is in the log that is read up to the visible end, also where transactions are visible
 * before they are on disk: the sink may have looked such a row up.
 */
final class VisibleEndIT {
    private static TestServer server;

    private ConnectionConfig database;
    private PostgresDialect dialect;
    private String identity;
    private List<RelationSchema> contract;

    /** What is committed comes to disk seconds later, where nobody waits for it. */
    @BeforeAll
    static void start() {
        server = Servers.start(
                "source", PostgresVersion.V17, Map.of("synchronous_commit", "off", "wal_writer_delay", "2s"));
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @BeforeEach
    void dataset() throws SQLException {
        database = server.newDatabase("visible");
        TestServer.execute(
                database, "CREATE TABLE t (id bigint PRIMARY KEY, note text)", "INSERT INTO t VALUES (1, 'a')");
        dialect = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t"));
        dialect.ensurePublication();
        identity = dialect.identity().text();
        dialect.openMainView(identity, waiting -> {}).close();
        contract = dialect.presentSchemas();
    }

    @Test
    void whatIsVisibleAndNotOnDiskYetIsInTheLogThatIsRead_andUpToTheEndOnDiskItIsNot() throws SQLException {
        try (ComparedView view = dialect.openComparedView(identity, contract, waiting -> {})) {
            ChangeStream changes = view.changes(contract);
            Lsn onDisk = Lsn.ZERO;
            Lsn committed = Lsn.ZERO;
            for (int tries = 0; committed.equals(Lsn.ZERO) || onDisk.covers(committed); tries++) {
                assertThat(tries).as("commits that were on disk at once").isLessThan(20);
                committed = written("UPDATE t SET note = note || 'b'");
                onDisk = dialect.currentPosition(identity, Lsn.ZERO); // the rule taken away
            }
            Lsn visible = dialect.visibleEnd(identity, Lsn.ZERO);
            assertThat(visible.covers(committed)).isTrue();
            assertThat(new ReceivedChanges().untilIdle(changes, visible).lines.toString())
                    .contains(note());
        }
    }

    /** The server then tells of a place behind the next page's header, which is not on disk before the next record. */
    @Test
    void aRecordThatFillsItsPageIsTheEndAllTheSame() throws SQLException {
        try (ComparedView view = dialect.openComparedView(identity, contract, waiting -> {});
                Connection session = TestServer.open(database)) {
            ChangeStream changes = view.changes(contract);
            Lsn next = fillPage(session);
            long start = System.nanoTime();
            Lsn visible = dialect.visibleEnd(identity, Lsn.ZERO);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(12));
            if (visible.covers(next)) {
                return; // somebody else has written meanwhile
            }
            assertThat(visible).isEqualTo(new Lsn(next.value() - next.value() % 8192));
            new ReceivedChanges().untilIdle(changes, visible);
        }
    }

    /** Where the next record would begin after one that has filled its page; how long it is is found by trying. */
    private static Lsn fillPage(Connection session) throws SQLException {
        long from =
                Lsn.parse(ask(session, "SELECT pg_current_wal_insert_lsn()")).value();
        ask(session, "SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000))");
        long overhead =
                Lsn.parse(ask(session, "SELECT pg_current_wal_insert_lsn()")).value() - from - 1000;
        for (int tries = 0; tries < 100; tries++) {
            long left = 8192
                    - Lsn.parse(ask(session, "SELECT pg_current_wal_insert_lsn()"))
                                    .value()
                            % 8192;
            long length = left - overhead + 8L * (tries % 17 - 8) + (left > 1500 ? 0 : 8192 - 24);
            ask(session, "SELECT pg_logical_emit_message(false, 'fill', repeat('x', " + length + "))");
            Lsn next = Lsn.parse(ask(session, "SELECT pg_current_wal_insert_lsn()"));
            if (next.value() % 8192 == 24) {
                return next;
            }
        }
        throw new AssertionError("no record has filled its page");
    }

    private String note() throws SQLException {
        try (Connection session = TestServer.open(database)) {
            return ask(session, "SELECT note FROM t");
        }
    }

    /** Where the log ends just behind that. */
    private Lsn written(String command) throws SQLException {
        try (Connection session = TestServer.open(database);
                Statement statement = session.createStatement()) {
            statement.execute(command);
            return Lsn.parse(ask(session, "SELECT pg_current_wal_insert_lsn()"));
        }
    }

    private static String ask(Connection session, String question) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getString(1);
        }
    }
}

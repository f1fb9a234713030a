package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a view for a comparison refuses, keeps and leaves behind. */
final class ComparedViewIT {
    private static final String OTHER_SLOTS = "pg_replication_slots WHERE database = current_database() AND temporary";
    private static final String OUR_SESSIONS =
            "pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'trellara-handoff %'";

    private static TestServer server;

    private ConnectionConfig database;
    private PostgresDialect dialect;
    private String identity;
    private List<RelationSchema> contract;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @BeforeEach
    void dataset() throws SQLException {
        dataset(server);
    }

    private void dataset(TestServer at) throws SQLException {
        database = at.newDatabase("compared");
        TestServer.execute(
                database,
                "CREATE TABLE t (id bigint PRIMARY KEY, note text)",
                "INSERT INTO t SELECT i, 'note ' || i FROM generate_series(1, 5000) i");
        dialect = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t"));
        dialect.ensurePublication();
        identity = dialect.identity().text();
        dialect.openMainView(identity, waiting -> {}).close();
        contract = dialect.presentSchemas();
    }

    @ParameterizedTest
    @EnumSource(PostgresVersion.class)
    void openSessionsStayWhileChangesAreHandedOutAndNewOnesAreRefused(PostgresVersion version) throws SQLException {
        try (TestServer other = Servers.source(version)) {
            dataset(other);
            SlotStatus run = dialect.slot().orElseThrow();
            try (ComparedView view = open();
                    ComparedSession entered = session(view);
                    ComparedSession opened = session(view)) {
                assertThat(rows(entered)).isEqualTo(5_000);
                TestServer.execute(database, "DELETE FROM t WHERE id > 100");
                ChangeStream changes = view.changes(contract);
                ReceivedChanges received = new ReceivedChanges().until(changes, 4_900);
                assertThat(received.lines).hasSize(4_900).allMatch(line -> line.startsWith("delete t key "));
                assertThat(rows(entered)).isEqualTo(5_000);
                assertThat(rows(opened)).isEqualTo(5_000);
                assertCode(ErrorCode.VIEW_LOST, () -> session(view));
                assertThatThrownBy(() -> view.changes(contract)).hasMessageContaining("asked for again");
                assertThat(rows(opened)).isEqualTo(5_000);
            }
            assertNothingLeft(run);
        }
    }

    @Test
    void theRunsSlotStaysWhereItWasWhileTheViewsOwnMovesOn() throws SQLException {
        SlotStatus run = dialect.slot().orElseThrow();
        try (ComparedView view = open()) {
            String confirmed = "SELECT confirmed_flush_lsn::text FROM " + OTHER_SLOTS;
            assertThat(ask(confirmed)).isEqualTo(view.from().toString());
            ChangeStream changes = view.changes(contract);
            TestServer.execute(database, "UPDATE t SET note = 'x'");
            Lsn end = dialect.currentPosition(identity, Lsn.ZERO);
            new ReceivedChanges().untilIdle(changes, end);
            awaitTrue("SELECT confirmed_flush_lsn >= '" + end + "' FROM " + OTHER_SLOTS);
        }
        assertNothingLeft(run);
    }

    /** Without an acknowledgement of what it has handed out, the server would keep all log of a comparison. */
    @Test
    void twinThatAcknowledgesNothingHoldsTheLogBack() throws SQLException {
        SourceConfig config = SourceUnderTest.config(database, 20_000, "public.t");
        PostgresSessions sessions = new PostgresSessions(config);
        SlotCommand own = new SlotCommand(config.replication().slot(), true, false);
        try (ExportedView view =
                new ViewOpening(sessions, config, new SnapshotSettling(sessions)).open(identity, own, waiting -> {})) {
            Lsn from = Lsn.of(view.ticket().boundary());
            StreamSource source = new StreamSource(
                    own.slot(view.ticket().session()), config.replication().publication());
            StreamStart start = new ViewStreamStart(
                    new StreamOpening(sessions, config, identity), view.exporter(), view.ticket(), source);
            try (ChangeStream changes = PostgresChangeStream.open(start, from, contract)) {
                TestServer.execute(database, "UPDATE t SET note = 'x'");
                Lsn end = dialect.currentPosition(identity, Lsn.ZERO);
                new ReceivedChanges().untilIdle(changes, end);
                awaitTrue("SELECT write_lsn >= '" + end + "' FROM pg_stat_replication WHERE pid = "
                        + view.ticket().session()); // the server was told, and only that
                assertThat(ask("SELECT confirmed_flush_lsn::text FROM " + OTHER_SLOTS))
                        .isEqualTo(from.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRUNCATE t",
                "CLUSTER t USING t_pkey",
                "ALTER TABLE t ALTER COLUMN note SET DEFAULT 'n', ALTER COLUMN id TYPE numeric",
                "ALTER TABLE t ADD COLUMN more int"
            })
    void refusesARelationThatWasRewrittenOrAlteredSinceTheViewWasOpened(String statement) throws SQLException {
        try (ComparedView view = open();
                ComparedSession session = session(view)) {
            TestServer.execute(database, statement);
            assertThatThrownBy(() -> session.enter(contract.get(0)))
                    .isInstanceOfSatisfying(
                            HandoffException.class,
                            e -> assertThat(e.code()).isIn(ErrorCode.RELATION_REWRITTEN, ErrorCode.SCHEMA_CHANGED));
        }
    }

    @Test
    void twinThatReadsWithoutEnteringSeesAnEmptyTable() throws SQLException {
        SourceConfig config = SourceUnderTest.config(database, 20_000, "public.t");
        try (ComparedView view = open();
                ViewTransaction twin =
                        ViewTransaction.begin(new PostgresSessions(config), config, view.ticket(), "twin")) {
            TestServer.execute(database, "TRUNCATE t");
            assertThat(count(twin.session(), "public.t")).isZero();
        }
    }

    @Test
    void aRelationThatIsEnteredStaysAsItIs() throws SQLException {
        try (ComparedView view = open();
                ComparedSession session = session(view)) {
            session.enter(contract.get(0));
            assertThatThrownBy(() -> TestServer.execute(database, "SET lock_timeout = 200", "TRUNCATE t"))
                    .hasMessageContaining("lock timeout");
            assertThat(rows(session)).isEqualTo(5_000);
        }
        TestServer.execute(database, "TRUNCATE t");
    }

    @Test
    void aTableThatTookTheRelationsPlaceIsRefusedAndNothingIsLeft() throws SQLException {
        SlotStatus run = dialect.slot().orElseThrow();
        try (ComparedView view = open()) {
            TestServer.execute(
                    database,
                    "BEGIN; ALTER TABLE t RENAME TO gone; CREATE TABLE t (LIKE gone INCLUDING ALL);"
                            + " ALTER PUBLICATION " + dialectName() + " ADD TABLE t; COMMIT");
            assertCode(ErrorCode.SCHEMA_CHANGED, () -> view.changes(contract));
        }
        assertCode(ErrorCode.SCHEMA_CHANGED, this::open);
        assertNothingLeft(run);
    }

    @Test
    void nothingIsLeftWhenTheClientsConnectionsBreak() throws Exception {
        SlotStatus run = dialect.slot().orElseThrow();
        for (boolean streaming : new boolean[] {false, true}) {
            try (TcpProxy proxy = TcpProxy.before(database)) {
                PostgresDialect far =
                        new PostgresDialect(SourceUnderTest.config(proxy.to(database), 20_000, "public.t"));
                ComparedView view = far.openComparedView(identity, contract, waiting -> {});
                ComparedSession session = far.openComparedSession(identity, view.ticket(), contract, waiting -> {});
                session.enter(contract.get(0));
                if (streaming) {
                    view.changes(contract);
                }
                assertThat(count(OTHER_SLOTS)).isOne();
                proxy.away();
                assertNothingLeft(run);
                assertThatThrownBy(() -> rows(session)).isInstanceOf(SQLException.class);
                if (!streaming) {
                    proxy.flow();
                    assertCode(ErrorCode.VIEW_LOST, () -> view.changes(contract));
                }
                session.close();
                view.close();
                view.close();
            }
        }
    }

    @Test
    void aViewWhoseServerProcessWasEndedIsLostForSessionsAndChanges() throws SQLException {
        SlotStatus run = dialect.slot().orElseThrow();
        try (ComparedView view = open()) {
            TestServer.execute(
                    database, "SELECT pg_terminate_backend(" + view.ticket().session() + ", 5000)");
            assertCode(ErrorCode.VIEW_LOST, () -> session(view));
            assertCode(ErrorCode.VIEW_LOST, () -> view.changes(contract));
            awaitTrue("SELECT count(*) = 0 FROM " + OTHER_SLOTS);
        }
        assertNothingLeft(run);
    }

    @Test
    void whoWaitsBehindASessionIsSeen() throws Exception {
        try (ComparedView view = open();
                ComparedView other = open();
                ComparedSession session = session(view);
                Connection ddl = TestServer.open(database)) {
            session.enter(contract.get(0));
            assertThat(view.blockedSession()).isEmpty();
            int pid = ddl.unwrap(org.postgresql.PGConnection.class).getBackendPID();
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                Future<Boolean> waiting = executor.submit(() -> execute(ddl, "TRUNCATE t"));
                Deadline deadline = new Deadline(20_000);
                while (view.blockedSession().isEmpty() && !deadline.passed()) {
                    deadline.pause("the waiter");
                }
                assertThat(view.blockedSession().orElseThrow()).contains("session " + pid);
                assertThat(other.blockedSession()).isEmpty();
                session.abort();
                waiting.get(20, TimeUnit.SECONDS);
                assertThat(view.blockedSession()).isEmpty();
            } finally {
                executor.shutdownNow();
            }
        }
    }

    @Test
    void sessionsHaveNoLimitsAndPrintAsReadersDo() throws SQLException {
        TestServer.execute(
                database,
                "ALTER ROLE postgres SET timezone = 'Asia/Tokyo'",
                "ALTER ROLE postgres SET statement_timeout = '7s'",
                "ALTER ROLE postgres SET idle_in_transaction_session_timeout = '7s'",
                "ALTER ROLE postgres SET transaction_timeout = '9s'");
        try (ComparedView view = open();
                ComparedSession session = session(view)) {
            Connection connection = session.enter(contract.get(0));
            for (String unlimited :
                    List.of("statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout")) {
                assertThat(ask(connection, "SHOW " + unlimited)).as(unlimited).isEqualTo("0");
            }
            assertThat(ask(connection, "SHOW TimeZone")).isEqualTo("UTC");
            assertThat(ask(connection, "SHOW transaction_isolation")).isEqualTo("repeatable read");
            assertThat(ask(connection, "SHOW transaction_read_only")).isEqualTo("on");
            assertThat(ask(connection, "SHOW enable_seqscan")).isEqualTo("off");
        } finally {
            TestServer.execute(database, "ALTER ROLE postgres RESET ALL");
        }
    }

    private ComparedView open() {
        return dialect.openComparedView(identity, contract, waiting -> {});
    }

    private ComparedSession session(ComparedView view) {
        return dialect.openComparedSession(identity, view.ticket(), contract, waiting -> {});
    }

    private String dialectName() {
        return database.url().substring(database.url().lastIndexOf('/') + 1);
    }

    private long rows(ComparedSession session) throws SQLException {
        return count(session.enter(contract.get(0)), "public.t");
    }

    private static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** No slot but the run's, where it was; no session. */
    private void assertNothingLeft(SlotStatus run) throws SQLException {
        awaitTrue("SELECT count(*) = 0 FROM " + OTHER_SLOTS);
        awaitTrue("SELECT count(*) = 0 FROM " + OUR_SESSIONS + " AND pid <> pg_backend_pid()");
        SlotStatus now = dialect.slot().orElseThrow();
        assertThat(now.confirmed()).isEqualTo(run.confirmed());
        assertThat(now.restart()).isEqualTo(run.restart());
        assertThat(now.activePid()).isEmpty();
    }

    private void awaitTrue(String question) throws SQLException {
        Deadline deadline = new Deadline(20_000);
        while (!ask(question).equals("t") && !deadline.passed()) {
            deadline.pause(question);
        }
        assertThat(ask(question)).as(question).isEqualTo("t");
    }

    private String ask(String question) throws SQLException {
        try (Connection session = TestServer.open(database)) {
            return ask(session, question);
        }
    }

    private static String ask(Connection session, String question) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getString(1);
        }
    }

    private long count(String what) throws SQLException {
        return Long.parseLong(ask("SELECT count(*) FROM " + what));
    }

    private static long count(Connection session, String what) throws SQLException {
        return Long.parseLong(ask(session, "SELECT count(*) FROM " + what));
    }

    private static boolean execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            return statement.execute(sql);
        }
    }
}

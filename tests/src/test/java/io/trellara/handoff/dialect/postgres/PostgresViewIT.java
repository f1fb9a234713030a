package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PostgresViewIT {
    private static TestServer server;

    private ConnectionConfig database;
    private PostgresDialect dialect;

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
        database = server.newDatabase("view");
        dialect = dataset(database);
    }

    private static PostgresDialect dataset(ConnectionConfig database) throws SQLException {
        TestServer.execute(
                database,
                "CREATE TABLE t (id bigint PRIMARY KEY, note text)",
                "INSERT INTO t SELECT i, 'note ' || i FROM generate_series(1, 5000) i");
        PostgresDialect dialect = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t"));
        dialect.ensurePublication();
        return dialect;
    }

    @ParameterizedTest
    @EnumSource(PostgresVersion.class)
    void opensMainAndLaterViewsOnEveryVersion(PostgresVersion version) throws SQLException {
        try (TestServer other = Servers.source(version)) {
            ConnectionConfig there = other.newDatabase("view");
            PostgresDialect source = dataset(there);
            try (View main = source.openMainView(source.identity().text(), waiting -> {})) {
                List<RelationSchema> contract = source.readSchemas(main.ticket());
                TestServer.execute(there, "DELETE FROM t WHERE id > 100");
                try (View later = source.openView(source.identity().text(), waiting -> {});
                        ViewSession first = source.importView(main.ticket(), contract);
                        ViewSession second = source.importView(later.ticket(), contract)) {
                    assertThat(SourceUnderTest.lines(first, contract.get(0), KeyRange.ALL))
                            .hasSize(5000);
                    assertThat(SourceUnderTest.lines(second, contract.get(0), KeyRange.ALL))
                            .hasSize(100);
                    assertThat(main.ticket().boundary().covers(later.ticket().boundary()))
                            .isFalse();
                    assertThat(main.isLost()).isFalse();
                }
                assertThat(source.slot().orElseThrow().confirmed())
                        .isEqualTo(main.ticket().boundary());
                assertThat(source.identity().serverVersion() / 10_000).isEqualTo(version.major());
            }
            source.dropSlot();
            assertThat(source.slot()).isEmpty();
        }
    }

    @Test
    void timeoutNamesTheBlockerAndLeavesNoSlot() throws SQLException {
        dialect = new PostgresDialect(SourceUnderTest.config(database, 1_500, "public.t"));
        List<String> waits = new CopyOnWriteArrayList<>();
        try (Connection blocker = TestServer.open(database)) {
            int pid = blocker.unwrap(org.postgresql.PGConnection.class).getBackendPID();
            blocker.setAutoCommit(false);
            update(blocker, "UPDATE t SET note = 'open' WHERE id = 1");
            assertThatThrownBy(() -> dialect.openMainView(dialect.identity().text(), wait -> waits.add(wait.text())))
                    .isInstanceOfSatisfying(HandoffException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.VIEW_TIMEOUT);
                        assertThat(e.finding().observed()).contains("session " + pid);
                    });
            assertThat(waits).anyMatch(w -> w.contains("session " + pid) && w.contains("open for"));
            blocker.rollback();
        }
        assertThat(dialect.slot()).isEmpty();
        dialect.openMainView(dialect.identity().text(), waiting -> {}).close();
    }

    @Test
    void timeoutNamesAPreparedTransaction() throws SQLException {
        dialect = new PostgresDialect(SourceUnderTest.config(database, 1_500, "public.t"));
        TestServer.execute(database, "BEGIN; UPDATE t SET note = 'p' WHERE id = 1; PREPARE TRANSACTION 'p1'");
        try {
            assertThatThrownBy(() -> dialect.openView(dialect.identity().text(), waiting -> {}))
                    .hasMessageContaining("VIEW_TIMEOUT")
                    .hasMessageContaining("prepared transaction");
        } finally {
            TestServer.execute(database, "ROLLBACK PREPARED 'p1'");
        }
    }

    @Test
    void nothingIsOpenedAtAnotherSource() {
        Identity here = dialect.identity();
        List<RelationSchema> contract = dialect.presentSchemas();
        dialect.openMainView(here.text(), waiting -> {}).close();
        Lsn boundary = dialect.slot().orElseThrow().confirmed();
        dialect.dropSlot();
        Identity promoted =
                new Identity(here.systemIdentifier(), here.timeline() + 1, here.database(), here.serverVersion());
        for (Identity other : List.of(promoted, new Identity("1", here.timeline(), here.database(), 170_000))) {
            assertSourceChanged(() -> dialect.openMainView(other.text(), waiting -> {}));
            assertSourceChanged(() -> dialect.openView(other.text(), waiting -> {}));
            assertSourceChanged(() -> dialect.openStream(other.text(), boundary, contract));
            assertSourceChanged(() -> dialect.openLookup(other.text()));
        }
        String earlier = here.text().replace(":" + here.timeline() + ":", ":" + (here.timeline() - 1) + ":");
        assertThatThrownBy(() -> dialect.openView(earlier, waiting -> {}))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_PROMOTED));
        assertThat(dialect.slot()).isEmpty();
    }

    private static void assertSourceChanged(ThrowingCallable opening) {
        assertThatThrownBy(opening)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
    }

    @Test
    void viewOfAnotherServerIsNotImported() {
        try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
            ViewTicket ticket = view.ticket();
            ViewTicket elsewhere = new ViewTicket(
                    ticket.snapshot(),
                    ticket.boundary(),
                    ticket.serverStart().replace("pg:", "pg:9"),
                    ticket.session());
            assertThatThrownBy(() -> dialect.importView(elsewhere, List.of())).hasMessageContaining("VIEW_LOST");
            dialect.importView(ticket, List.of()).close();
        }
    }

    @Test
    void openingThatIsInterruptedLeavesNeitherSessionNorSlot() throws Exception {
        String identity = dialect.identity().text();
        for (boolean main : new boolean[] {true, false}) {
            AtomicReference<Throwable> end = new AtomicReference<>();
            CountDownLatch waiting = new CountDownLatch(1);
            try (Connection blocker = TestServer.open(database)) {
                blocker.setAutoCommit(false);
                update(blocker, "UPDATE t SET note = 'open' WHERE id = 1");
                Thread opening = new Thread(() -> {
                    try (View view = main
                            ? dialect.openMainView(identity, w -> waiting.countDown())
                            : dialect.openView(identity, w -> waiting.countDown())) {
                        end.set(new AssertionError("opened " + view.ticket().boundary()));
                    } catch (HandoffException e) {
                        end.set(e);
                    }
                });
                opening.start();
                assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();
                opening.interrupt();
                opening.join(20_000);
                assertThat(end.get()).hasMessageContaining("TOOL_INTERRUPTED").hasNoSuppressedExceptions();
                awaitNone("pg_replication_slots WHERE database = current_database()");
                awaitNone("pg_stat_activity WHERE datname = current_database() AND application_name LIKE '% view %'");
                blocker.rollback();
            }
        }
    }

    private void awaitNone(String what) throws SQLException {
        Deadline deadline = new Deadline(10_000);
        int left = count(what);
        while (left > 0 && !deadline.passed()) {
            deadline.pause("sessions to end");
            left = count(what);
        }
        assertThat(left).as(what).isZero();
    }

    private int count(String what) throws SQLException {
        try (Connection session = TestServer.open(database);
                Statement statement = session.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM " + what)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void viewClosesWhileAQuestionAboutItWaits() throws Exception {
        View view = dialect.openView(dialect.identity().text(), waiting -> {});
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try (Connection other = TestServer.open(database)) {
            other.setAutoCommit(false);
            // the list of sessions cannot be read under this lock; nor can anybody log in
            try (Statement statement = other.createStatement()) {
                statement.execute("LOCK TABLE pg_authid IN ACCESS EXCLUSIVE MODE");
            }
            Future<Boolean> question = executor.submit(view::isLost);
            awaitWaiting(other);
            executor.submit(view::close).get(2, TimeUnit.SECONDS);
            assertThatThrownBy(() -> question.get(10, TimeUnit.SECONDS)).hasMessageContaining("VIEW_LOST");
            other.rollback();
        } finally {
            executor.shutdownNow();
        }
    }

    private static void awaitWaiting(Connection session) throws SQLException {
        Deadline deadline = new Deadline(10_000);
        int waiting = 0;
        while (waiting == 0 && !deadline.passed()) {
            deadline.pause("the question");
            try (Statement statement = session.createStatement();
                    var row = statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted"
                            + " AND relation = 'pg_authid'::regclass")) {
                row.next();
                waiting = row.getInt(1);
            }
        }
        assertThat(waiting).isPositive();
    }

    @Test
    void viewIsLostWithItsExportingSession() throws SQLException {
        try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
            List<RelationSchema> contract = dialect.readSchemas(view.ticket());
            assertThat(view.isLost()).isFalse();
            TestServer.execute(
                    database, "SELECT pg_terminate_backend(" + view.ticket().session() + ", 5000)");
            assertThat(view.isLost()).isTrue();
            assertThatThrownBy(() -> dialect.importView(view.ticket(), contract))
                    .hasMessageContaining("VIEW_LOST");
        }
    }

    @Test
    void ownNameTakenIsRefused() throws SQLException {
        dialect.openMainView(dialect.identity().text(), waiting -> {}).close();
        assertThatThrownBy(() -> dialect.openMainView(dialect.identity().text(), waiting -> {}))
                .hasMessageContaining("SLOT_NAME_TAKEN");
        assertThat(dialect.slot()).isPresent();
        dialect.dropSlot();
    }

    @Test
    void refusesToReadARelationRewrittenAfterTheViewWasOpened() throws SQLException {
        try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
            List<RelationSchema> contract = dialect.readSchemas(view.ticket());
            TestServer.execute(database, "TRUNCATE t");
            assertThatThrownBy(() -> dialect.importView(view.ticket(), contract))
                    .hasMessageContaining("RELATION_REWRITTEN")
                    .hasMessageContaining("public.t");
        }
    }

    @Test
    void refusesAColumnDroppedAndMadeAgainUnderTheView() throws SQLException {
        try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
            List<RelationSchema> contract = dialect.readSchemas(view.ticket());
            TestServer.execute(
                    database, "ALTER TABLE t DROP COLUMN note, ADD COLUMN note text DEFAULT 'another column'");
            assertThatThrownBy(() -> dialect.importView(view.ticket(), contract))
                    .hasMessageContaining("SCHEMA_CHANGED");
        }
    }

    @Test
    void namesWhoWaitsBehindItsReaders() throws Exception {
        try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
            List<RelationSchema> contract = dialect.readSchemas(view.ticket());
            try (ViewSession session = dialect.importView(view.ticket(), contract);
                    Connection ddl = TestServer.open(database)) {
                assertThat(view.blockedSession()).isEmpty();
                int pid = ddl.unwrap(org.postgresql.PGConnection.class).getBackendPID();
                ExecutorService executor = Executors.newSingleThreadExecutor();
                try {
                    Future<Integer> waiting = executor.submit(() -> update(ddl, "TRUNCATE t"));
                    Deadline deadline = new Deadline(20_000);
                    while (view.blockedSession().isEmpty() && !deadline.passed()) {
                        deadline.pause("the waiter");
                    }
                    assertThat(view.blockedSession().orElseThrow())
                            .contains("session " + pid)
                            .contains("behind our session");
                    session.abort();
                    waiting.get(20, TimeUnit.SECONDS);
                    assertThat(view.blockedSession()).isEmpty();
                } finally {
                    executor.shutdownNow();
                }
            }
        }
    }

    @Test
    void sessionStaysUsableAfterAChunkIsLeftEarly() throws SQLException {
        try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
            RelationSchema schema = dialect.readSchemas(view.ticket()).get(0);
            try (ViewSession session = dialect.importView(view.ticket(), List.of(schema))) {
                try (ChunkReader reader = session.read(schema, KeyRange.ALL)) {
                    assertThat(reader.read(new RowBuffer(100))).isTrue();
                }
                TestServer.execute(database, "DELETE FROM t");
                assertThat(SourceUnderTest.lines(session, schema, KeyRange.ALL)).hasSize(5000);
            }
        }
    }

    @Test
    void relationsAreEnteredWhenFirstReadAndStayLocked() throws SQLException {
        TestServer.execute(database, "CREATE TABLE second AS TABLE t", "ALTER TABLE second ADD PRIMARY KEY (id)");
        PostgresDialect both =
                new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t", "public.second"));
        both.ensurePublication();
        try (View view = both.openView(both.identity().text(), waiting -> {})) {
            List<RelationSchema> contract = both.readSchemas(view.ticket());
            try (ViewSession session = both.importView(view.ticket(), List.of())) {
                for (RelationSchema schema : contract) {
                    try (ChunkReader reader = session.read(schema, KeyRange.ALL)) {
                        assertThat(reader.read(new RowBuffer(100))).isTrue();
                    }
                }
                for (String table : List.of("t", "second")) {
                    assertThatThrownBy(
                                    () -> TestServer.execute(database, "SET lock_timeout = 200", "TRUNCATE " + table))
                            .hasMessageContaining("lock timeout");
                }
                assertThat(SourceUnderTest.lines(session, contract.get(0), KeyRange.ALL))
                        .hasSize(5000);
            }
        }
    }

    @Test
    void settingsHoldOnEverySession() throws SQLException {
        TestServer.execute(
                database,
                "ALTER ROLE postgres SET timezone = 'Asia/Tokyo'",
                "ALTER ROLE postgres SET datestyle = 'SQL, DMY'",
                "ALTER ROLE postgres SET idle_in_transaction_session_timeout = '7s'",
                "ALTER ROLE postgres SET transaction_timeout = '9s'");
        try {
            SourceConfig config = SourceUnderTest.config(database, 20_000, "public.t");
            PostgresSessions sessions = new PostgresSessions(config);
            for (Connection session : List.of(sessions.open("a"), sessions.openReplication("b"))) {
                try (session) {
                    assertThat(setting(session, "TimeZone")).isEqualTo("UTC");
                    assertThat(setting(session, "DateStyle")).startsWith("ISO");
                    assertThat(setting(session, "idle_in_transaction_session_timeout"))
                            .isEqualTo("0");
                    assertThat(setting(session, "transaction_timeout")).isEqualTo("0");
                    assertThat(setting(session, "row_security")).isEqualTo("off");
                }
            }
        } finally {
            TestServer.execute(database, "ALTER ROLE postgres RESET ALL");
        }
    }

    @Test
    void unreachableAndWrongPasswordHaveTheirCodes() {
        SourceConfig config = SourceUnderTest.config(
                new ConnectionConfig(database.url(), database.username(), "wrong secret"), 1_000, "public.t");
        assertThatThrownBy(() -> new PostgresDialect(config).identity())
                .hasMessageContaining("SOURCE_AUTHENTICATION")
                .hasMessageNotContaining("wrong secret");
        SourceConfig nowhere = SourceUnderTest.config(
                new ConnectionConfig("jdbc:postgresql://127.0.0.1:1/none", "postgres", "x"), 1_000, "public.t");
        assertThatThrownBy(() -> new PostgresDialect(nowhere).identity()).hasMessageContaining("SOURCE_UNREACHABLE");
    }

    private static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static String setting(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SHOW " + name)) {
            row.next();
            return row.getString(1);
        }
    }
}

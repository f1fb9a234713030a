package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The run's slot under hard circumstances: held by a session that should be gone, a stuck standby, a poor role. */
final class PostgresSlotIT {
    private TestServer server;
    private ConnectionConfig database;
    private PostgresDialect dialect;

    @BeforeEach
    void start() throws SQLException {
        server = Servers.source(PostgresVersion.V17);
        database = server.newDatabase("slot");
        TestServer.execute(
                database,
                "CREATE TABLE t (id bigint PRIMARY KEY, note text)",
                "INSERT INTO t SELECT i, 'note' FROM generate_series(1, 100) i");
        dialect = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t"));
        dialect.ensurePublication();
    }

    @AfterEach
    void stop() throws SQLException {
        server.close();
    }

    @Test
    void staleSessionOfOursIsNamedAndEnded() {
        SourceConfig config = SourceUnderTest.config(database, 20_000, "public.t");
        List<RelationSchema> contract = dialect.presentSchemas();
        View main = dialect.openMainView(dialect.identity().text(), waiting -> {});
        main.close();
        ChangeStream stale =
                dialect.openStream(dialect.identity().text(), main.ticket().boundary(), contract);
        int pid = dialect.slot().orElseThrow().activePid().orElseThrow();
        List<String> waits = new CopyOnWriteArrayList<>();
        new PostgresSlot(new PostgresSessions(config), config).release(wait -> waits.add(wait.text()));
        assertThat(waits).isNotEmpty().allMatch(w -> w.contains("waits for session " + pid + ", which holds it"));
        assertThat(dialect.slot().orElseThrow().activePid()).isEmpty();
        stale.close();
        dialect.dropSlot();
    }

    @Test
    void slotThatADeadCoordinatorIsStillCreatingIsTakenAway() throws Exception {
        SourceConfig config = SourceUnderTest.config(database, 20_000, "public.t");
        PostgresSessions sessions = new PostgresSessions(config);
        try (Connection blocker = TestServer.open(database);
                Connection watch = TestServer.open(database);
                Statement statement = blocker.createStatement()) {
            blocker.setAutoCommit(false);
            statement.executeUpdate("UPDATE t SET note = 'open' WHERE id = 1");
            SlotCommand command = new SlotCommand(config.replication().slot(), false, false);
            try (SlotCreation dead = SlotCreation.begin(sessions, command, ServerIdentity.life(watch))) {
                awaitHeld(dead.pid());
                dialect.dropSlot();
                assertThat(dialect.slot()).isEmpty();
                assertThatThrownBy(dead::poll).hasMessageContaining("SQL state 57P01");
            }
            blocker.rollback();
        }
    }

    @Test
    void theLogIsMeasuredAgainstWhereTheSlotIsGivenUp() throws SQLException {
        String identity = dialect.identity().text();
        TestServer.execute(database, "ALTER SYSTEM SET max_slot_wal_keep_size = '100MB'", "SELECT pg_reload_conf()");
        View main = dialect.openMainView(identity, waiting -> {});
        main.close();
        Position boundary = main.ticket().boundary();
        TestServer.execute(database, "INSERT INTO t SELECT i, repeat('x', 1000) FROM generate_series(101, 3100) i");
        LogReading reading = dialect.readLog(identity, boundary).orElseThrow();
        assertThat(reading.end().covers(boundary)).isTrue();
        assertThat(reading.log().behindBytes().orElseThrow()).isBetween(3_000_000L, 20_000_000L);
        assertThat(reading.log().keptBytes().orElseThrow())
                .isGreaterThanOrEqualTo(reading.log().behindBytes().orElseThrow());
        assertThat(reading.log().limitBytes().orElseThrow()).isBetween(80L << 20, 150L << 20);
        assertThat(dialect.readLog(identity, reading.end()))
                .hasValueSatisfying(later ->
                        assertThat(later.log().behindBytes().orElseThrow()).isLessThan(1_000_000));
        dialect.dropSlot();
        assertThat(dialect.readLog(identity, boundary).orElseThrow().log().keptBytes())
                .isEmpty();
        assertThatThrownBy(() -> dialect.readLog("pg:1:1:slot", boundary)).hasMessageContaining("SOURCE_CHANGED");
    }

    private void awaitHeld(int pid) {
        Deadline deadline = new Deadline(20_000);
        while (dialect.slot().flatMap(SlotStatus::activePid).isEmpty() && !deadline.passed()) {
            deadline.pause("the slot");
        }
        assertThat(dialect.slot().flatMap(SlotStatus::activePid)).contains(pid);
    }

    @Test
    void sessionOfAnotherRunIsLeftAlone() throws SQLException {
        SourceConfig config = SourceUnderTest.config(database, 1_000, "public.t");
        dialect.openMainView(dialect.identity().text(), waiting -> {}).close();
        try (ChangeStream foreign = foreignStream(config)) {
            assertThat(foreign.lagBytes()).isNotNegative();
            assertThatThrownBy(new PostgresDialect(config)::dropSlot)
                    .hasMessageContaining("SLOT_BUSY")
                    .hasMessageContaining("held by session");
            assertThat(dialect.slot().orElseThrow().activePid()).isPresent();
        }
    }

    /** Streams from the run's slot as a run of another name would. */
    private ChangeStream foreignStream(SourceConfig config) {
        SourceConfig other = new SourceConfig(
                new RunKey("test", "other", "other-run"),
                config.connection(),
                config.evidence(),
                config.relations(),
                config.replication(),
                config.copy(),
                config.stream(),
                config.limits());
        PostgresDialect stranger = new PostgresDialect(other);
        return stranger.openStream(
                stranger.identity().text(), stranger.slot().orElseThrow().confirmed(), stranger.presentSchemas());
    }

    @Test
    void commitStuckBehindAStandbyIsNamed() throws Exception {
        PostgresDialect hasty = new PostgresDialect(SourceUnderTest.config(database, 1_500, "public.t"));
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (Connection writer = TestServer.open(database);
                Statement statement = writer.createStatement()) {
            TestServer.execute(
                    database, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()");
            Future<Boolean> stuck = executor.submit(() -> statement.execute("UPDATE t SET note = 'x' WHERE id = 1"));
            awaitStuck();
            assertThatThrownBy(() -> hasty.openView(hasty.identity().text(), waiting -> {}))
                    .hasMessageContaining("VIEW_TIMEOUT")
                    .hasMessageContaining("waiting for a synchronous standby");
            TestServer.execute(database, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            stuck.get(20, TimeUnit.SECONDS);
        } finally {
            executor.shutdownNow();
        }
    }

    private void awaitStuck() throws SQLException {
        Deadline deadline = new Deadline(20_000);
        try (Connection watch = TestServer.open(database);
                Statement statement = watch.createStatement()) {
            boolean stuck = false;
            while (!stuck && !deadline.passed()) {
                deadline.pause("the stuck commit");
                try (var row =
                        statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) {
                    row.next();
                    stuck = row.getInt(1) > 0;
                }
            }
            assertThat(stuck).isTrue();
        }
    }

    @Test
    void roleWithReplicationAndSelectSuffices() throws SQLException {
        TestServer.execute(database, "CREATE ROLE poor LOGIN REPLICATION PASSWORD 'poor'", "GRANT SELECT ON t TO poor");
        ConnectionConfig login = new ConnectionConfig(database.url(), "poor", "poor");
        PostgresDialect poor = new PostgresDialect(SourceUnderTest.config(login, 20_000, "public.t"));
        poor.ensurePublication();
        assertThat(poor.identity()).isEqualTo(dialect.identity());
        try (View view = poor.openMainView(poor.identity().text(), waiting -> {})) {
            List<RelationSchema> contract = poor.readSchemas(view.ticket());
            assertThat(poor.planChunks(view.ticket(), contract.get(0), 1_000)).hasSize(1);
            assertThat(view.isLost()).isFalse();
            assertThat(view.blockedSession()).isEmpty();
            try (ViewSession session = poor.importView(view.ticket(), contract)) {
                assertThat(SourceUnderTest.lines(session, contract.get(0), KeyRange.ALL))
                        .hasSize(100);
            }
        }
        poor.dropSlot();
        TestServer.execute(
                database, "ALTER TABLE t ENABLE ROW LEVEL SECURITY", "CREATE POLICY half ON t USING (id > 50)");
        try (View view = poor.openView(poor.identity().text(), waiting -> {})) {
            List<RelationSchema> contract = poor.readSchemas(view.ticket());
            try (ViewSession session = poor.importView(view.ticket(), contract)) {
                assertThatThrownBy(() -> SourceUnderTest.lines(session, contract.get(0), KeyRange.ALL))
                        .hasMessageContaining("SELECT_PRIVILEGE");
            }
        }
    }
}

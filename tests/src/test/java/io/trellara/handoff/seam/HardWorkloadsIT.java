package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.RunFiles;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The workloads in which other tools lose rows, one by one. */
final class HardWorkloadsIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final long ROWS = 5_000;

    @SuppressWarnings("NullAway.Init")
    private static SeamServers servers;

    @SuppressWarnings("NullAway.Init")
    private SeamServers.Pair pair;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        servers = SeamServers.start(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        servers.close();
    }

    @BeforeEach
    void newDatabases() throws SQLException {
        pair = servers.newPair();
    }

    @Test
    void transactionOpenBeforeTheRun_committedWhileTheViewWaitsForIt() throws Exception {
        load(NUMBERS);
        try (Connection open = TestServer.open(pair.source());
                Statement statement = open.createStatement();
                RunUnderTest run = runOf(NUMBERS)) {
            open.setAutoCommit(false);
            statement.execute("UPDATE numbers SET version = 7 WHERE id <= 100");
            statement.execute("DELETE FROM numbers WHERE id > 49000");
            run.awaitState(RunState.PLANNED);
            awaitSlotCreationWaiting();
            open.commit();
            run.awaitState(RunState.STREAMING);
            run.awaitCaughtUp();
        }
        assertEqual(NUMBERS);
    }

    @Test
    void transactionOpenDuringTheWholeCopy_committedAfterTheHandoff() throws Exception {
        load(NUMBERS);
        try (Connection open = TestServer.open(pair.source());
                Statement statement = open.createStatement();
                RunUnderTest run = runOf(NUMBERS)) {
            open.setAutoCommit(false);
            run.awaitState(RunState.SNAPSHOT_EXPORTED);
            statement.execute("UPDATE numbers SET version = 7 WHERE id <= 100");
            statement.execute("UPDATE numbers SET id = -id WHERE id > 49000");
            run.awaitState(RunState.STREAMING);
            open.commit();
            run.awaitCaughtUp();
        }
        assertEqual(NUMBERS);
    }

    @Test
    void commitStuckBehindAnAbsentStandby_whileTheViewOpens() throws Exception {
        load(NUMBERS);
        TestServer.execute(pair.source(), "CREATE PUBLICATION " + RunFiles.slot(pair.source()) + " FOR TABLE numbers");
        standbys("nobody");
        CompletableFuture<Void> stuck = commitInBackground("UPDATE numbers SET version = 7 WHERE id <= 500");
        try {
            awaitStuckCommit();
            try (RunUnderTest run = runOf(NUMBERS)) {
                run.awaitState(RunState.PLANNED);
                awaitSlotCreationWaiting();
                standbys("");
                stuck.get(60, TimeUnit.SECONDS);
                run.awaitState(RunState.STREAMING);
                run.awaitCaughtUp();
            }
        } finally {
            standbys("");
        }
        assertEqual(NUMBERS);
    }

    @Test
    void commitStuckBehindAnAbsentStandby_deliveredBeforeItIsVisible() throws Exception {
        TestServer.execute(
                pair.source(),
                "CREATE TABLE papers (id bigint PRIMARY KEY, title text, body text)",
                "ALTER TABLE papers ALTER body SET STORAGE EXTERNAL",
                "INSERT INTO papers SELECT n, 'old', repeat(md5(n::text), 200) FROM generate_series(1, 200) n");
        Relation papers = new Relation("public", "papers");
        try (RunUnderTest run = RunUnderTest.start(pair.config(folder, List.of(papers), 50))) {
            run.awaitState(RunState.STREAMING);
            run.awaitCaughtUp();
            standbys("nobody");
            // The event leaves the large value out, and the row under its new key is not visible yet.
            CompletableFuture<Void> stuck = commitInBackground("UPDATE papers SET id = id + 1000, title = 'new'");
            awaitStuckCommit();
            awaitCount("SELECT count(*) FROM pg_stat_replication WHERE sent_lsn >= pg_current_wal_flush_lsn()");
            assertThat(stuck).isNotDone();
            assertThat(count(pair.target(), "SELECT count(*) FROM papers WHERE id > 1000"))
                    .isZero();
            standbys("");
            stuck.get(60, TimeUnit.SECONDS);
            run.awaitCaughtUp();
        } finally {
            standbys("");
        }
        ComparisonReport compared = pair.compare(List.of(papers));
        assertThat(compared.isEqual()).as(compared.toString()).isTrue();
        assertThat(compared.rows()).isEqualTo(200);
    }

    @Test
    void twoRelationsInOnePublication_neitherIsForgotten() throws Exception {
        WorkloadPlan plan = new WorkloadPlan(List.of(NUMBERS, WORDS), ROWS, 4, Duration.ZERO, Duration.ofMillis(20), 4);
        Workload.load(pair.source(), plan);
        TestServer.execute(
                pair.source(), "CREATE PUBLICATION " + RunFiles.slot(pair.source()) + " FOR TABLE numbers, words");
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = runOf(NUMBERS, WORDS)) {
            run.awaitState(RunState.STREAMING);
            long atHandoff = workload.changes();
            run.await(
                    "changes after the handoff", facts -> workload.changes() > atHandoff + 200 || !workload.running());
            workload.stop();
            run.awaitCaughtUp();
        }
        assertEqual(NUMBERS, WORDS);
    }

    @Test
    void textKeysInTheDatabasesCollation_evenChunksAndNoRowTwice() throws Exception {
        WorkloadPlan plan = new WorkloadPlan(List.of(WORDS), ROWS, 4, Duration.ZERO, Duration.ofMillis(20), 5);
        Workload.load(pair.source(), plan);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = runOf(WORDS)) {
            RunFacts facts = run.awaitState(RunState.STREAMING);
            assertThat(facts.relations().get(0).chunksTotal()).isBetween(8, 14);
            workload.stop();
            run.awaitCaughtUp();
        }
        assertEqual(WORDS);
        assertThat(largestChunk()).isLessThan(2 * ROWS / 10);
    }

    @Test
    void relationWithoutAKey_isRefusedBeforeAnythingIsMade() throws Exception {
        TestServer.execute(
                pair.source(),
                "CREATE TABLE keyless (id bigint, version bigint)",
                "INSERT INTO keyless SELECT n % 4, n FROM generate_series(1, 1000) n");
        try (RunUnderTest run =
                RunUnderTest.start(pair.config(folder, List.of(new Relation("public", "keyless")), 500))) {
            RunFacts halted = run.awaitHalt();
            assertThat(halted.run().failureCode().orElseThrow()).contains("RELATION_KEYLESS");
            assertThat(halted.state()).isEqualTo(RunState.PLANNED);
        }
        assertThat(count(
                        pair.source(), "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()"))
                .isZero();
        assertThat(count(pair.source(), "SELECT count(*) FROM pg_publication")).isZero();
    }

    private RunUnderTest runOf(WorkloadTable... tables) throws Exception {
        return RunUnderTest.start(pair.config(
                folder, List.of(tables).stream().map(WorkloadTable::relation).toList(), ROWS / 10));
    }

    private void load(WorkloadTable table) throws SQLException {
        Workload.load(pair.source(), new WorkloadPlan(List.of(table), ROWS, 1, Duration.ZERO, Duration.ZERO, 1));
    }

    private void assertEqual(WorkloadTable... tables) throws SQLException {
        ComparisonReport compared = pair.compare(
                List.of(tables).stream().map(WorkloadTable::relation).toList());
        assertThat(compared.isEqual()).as(compared.toString()).isTrue();
        assertThat(compared.rows()).isPositive();
    }

    private long largestChunk() throws SQLException {
        return count(pair.target(), "SELECT max(copied_rows) FROM trellara.snapshot_chunks");
    }

    /** Commits are then waited for until these standbys have confirmed them; nobody has. */
    private void standbys(String names) throws SQLException {
        TestServer.execute(
                pair.source(),
                "SET synchronous_commit = local",
                "ALTER SYSTEM SET synchronous_standby_names = '" + names + "'",
                "SELECT pg_reload_conf()");
    }

    private CompletableFuture<Void> commitInBackground(String change) {
        return CompletableFuture.runAsync(() -> {
            try {
                TestServer.execute(pair.source(), "SET synchronous_commit = on", change);
            } catch (SQLException e) {
                throw new CompletionException(e);
            }
        });
    }

    private void awaitStuckCommit() throws SQLException {
        awaitCount("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    }

    private void awaitSlotCreationWaiting() throws SQLException {
        awaitCount(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'walsender' AND wait_event_type = 'Lock'");
    }

    private void awaitCount(String query) throws SQLException {
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (count(pair.source(), query) == 0) {
            assertThat(System.nanoTime()).as(query).isLessThan(deadline);
        }
    }

    private static long count(ConnectionConfig database, String query) throws SQLException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                java.sql.ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}

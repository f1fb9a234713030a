package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.HeldWrite;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The world changes under a run that reads from MySQL: what passes is outlived, what cannot be carried halts it. */
final class MysqlSourceTroubleIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(NUMBERS, WorkloadTable.text("words")), 5_000, 2, Duration.ofMillis(5), Duration.ofMillis(60), 31);

    private static MysqlTestServer source;
    private static TestServer target;

    @TempDir
    private Path folder;

    /** What somebody does to a relation while the run streams. */
    enum Drift {
        COLUMN_ADDED("ALTER TABLE numbers ADD COLUMN extra int"),
        COLUMN_DROPPED("ALTER TABLE words DROP COLUMN pad"),
        TYPE_CHANGED("ALTER TABLE numbers MODIFY COLUMN version decimal(20, 0) NOT NULL"),
        RENAMED("RENAME TABLE numbers TO figures"),
        DROPPED("DROP TABLE words"),
        /** As tools for online changes of a schema do it. */
        SHADOW_SWAPPED_IN(
                "CREATE TABLE shadow LIKE numbers",
                "ALTER TABLE shadow ADD COLUMN extra int",
                "INSERT INTO shadow SELECT numbers.*, 1 FROM numbers",
                "RENAME TABLE numbers TO old, shadow TO numbers");

        /** Parted by semicolons. */
        private final String commands;

        Drift(String... commands) {
            this.commands = String.join(";", commands);
        }
    }

    @BeforeAll
    static void startServers() {
        source = MysqlTestServer.startFair(MysqlVersion.V9_7);
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
    }

    @Test
    void sourceIsKilledInMidCopyAndAgainWhileItStreams_theJobOutlivesBoth() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                HeldWrite slow = HeldWrite.at(rig.evidenceStore(), FaultPoint.SLOW_COPY);
                JobProcess job = rig.start()) {
            awaitMidCopy(rig, job);
            crashSource();
            slow.release();
            assertThat(rig.await(job, "stream", Rig::streams).waves()).hasSizeGreaterThan(0);
            try (Workload writers = rig.write()) {
                rig.await(job, "changes", facts -> facts.run().changes().forwarded() > 50);
                writers.stop();
            }
            crashSource();
            finish(rig, job);
            assertThat(chunksReadAgain(rig)).isPositive();
        }
    }

    @Test
    void connectionOfOneReadersViewIsCut_theWaveGoesOn() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                HeldWrite slow = HeldWrite.at(rig.evidenceStore(), FaultPoint.SLOW_COPY);
                Workload writers = rig.writePatiently();
                JobProcess job = rig.start()) {
            awaitMidCopy(rig, job);
            List<String> views = MysqlTestServer.column(
                    rig.source(),
                    "SELECT processlist_id FROM performance_schema.session_connect_attrs"
                            + " WHERE attr_name = 'program_name' AND attr_value LIKE 'trellara-handoff view %'");
            assertThat(views).isNotEmpty();
            TestServer.execute(rig.source(), "KILL " + views.get(0));
            slow.release();
            RunFacts facts = rig.await(job, "stream", Rig::streams);
            assertThat(facts.waves()).hasSize(1);
            assertThat(chunksReadAgain(rig)).isPositive();
            writers.stop();
            finish(rig, job);
        }
    }

    /** R12: whoever wants to change a relation waits for source.ddl-wait at most, and not for the copy. */
    @Test
    void ddlThatQueuesBehindTheViewsIsLetThrough() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN)) {
            rig.option("source.ddl-wait", "1s");
            try (HeldWrite slow = HeldWrite.at(rig.evidenceStore(), FaultPoint.SLOW_COPY);
                    JobProcess job = rig.start()) {
                awaitMidCopy(rig, job);
                inBackground(rig, "ALTER TABLE numbers COMMENT = 'later'").get(60, TimeUnit.SECONDS);
                RunFacts then = rig.facts().orElseThrow();
                assertThat(then.chunksCopied()).isLessThan(then.chunksTotal());
                slow.release();
                rig.await(job, "stream", Rig::streams);
                finish(rig, job);
                assertThat(rig.facts().orElseThrow().waves()).hasSizeGreaterThan(1);
            }
        }
    }

    /** The run tries again for as long as it may, then halts and says whom it has waited for. */
    @Test
    void aWriterThatDoesNotLetGoIsNamed_andWhenItHasEndedTheRunGoesOn() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Connection open = TestServer.open(rig.source());
                Statement statement = open.createStatement()) {
            rig.option("source.view-timeout", "4s");
            rig.option("source.lock-wait", "1s");
            open.setAutoCommit(false);
            statement.execute("UPDATE numbers SET version = 7 WHERE id = 10");
            String blocker = "connection "
                    + MysqlTestServer.value(
                            rig.source(), "SELECT trx_mysql_thread_id FROM information_schema.innodb_trx");
            try (JobProcess job = rig.start()) {
                RunFacts halted = rig.await(
                        job, "halt", facts -> facts.run().failureCode().isPresent());
                assertThat(halted.run().failureReason().orElseThrow())
                        .contains("VIEW_STARVED", blocker, "max_write_lock_count", "source.lock-strategy");
            }
            open.commit();
            try (JobProcess job = rig.start()) {
                rig.await(job, "stream", Rig::streams);
                finish(rig, job);
            }
        }
    }

    static Stream<Drift> drifts() {
        return Stream.of(Drift.values())
                .filter(drift -> Matrix.isLong() || drift == Drift.COLUMN_ADDED || drift == Drift.SHADOW_SWAPPED_IN);
    }

    @ParameterizedTest
    @MethodSource("drifts")
    void aRelationChangesWhileItIsStreamed_halts(Drift drift) throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            TestServer.execute(rig.source(), drift.commands.split(";", -1));
            requireHalt(rig, job, ErrorCode.SCHEMA_CHANGED);
        }
    }

    @Test
    void logsArePurgedUnderAStoppedJob_halts() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN)) {
            streamAndStop(rig);
            TestServer.execute(
                    rig.source(),
                    "UPDATE numbers SET version = 7 WHERE id % 1000 = 0",
                    "FLUSH BINARY LOGS",
                    "UPDATE numbers SET version = 8 WHERE id % 1000 = 0");
            List<String> logs = MysqlTestServer.column(rig.source(), "SHOW BINARY LOGS");
            TestServer.execute(rig.source(), "PURGE BINARY LOGS TO '" + logs.get(logs.size() - 1) + "'");
            try (JobProcess job = rig.start()) {
                requireHalt(rig, job, ErrorCode.BINLOG_PURGED);
            }
        }
    }

    /** R8: the GTIDs begin anew, and mean other transactions. */
    @Test
    void logsAreResetUnderAStoppedJob_halts() throws Exception {
        try (MysqlTestServer own = MysqlTestServer.startFair(MysqlVersion.V9_7);
                Rig rig = Rig.create(own, target, folder, PLAN)) {
            streamAndStop(rig);
            TestServer.execute(
                    rig.source(), "RESET BINARY LOGS AND GTIDS", "UPDATE numbers SET version = 7 WHERE id % 1000 = 0");
            try (JobProcess job = rig.start()) {
                requireHalt(rig, job, ErrorCode.SOURCE_CHANGED);
            }
        }
    }

    private static void streamAndStop(Rig rig) throws Exception {
        try (JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            TestServer.execute(rig.source(), "UPDATE numbers SET version = 6 WHERE id % 1000 = 0");
            rig.awaitCaughtUp(job);
            job.stop();
        }
    }

    private static void awaitMidCopy(Rig rig, JobProcess job) {
        rig.await(job, "a copy under way", facts -> facts.chunksCopied() >= 2);
        RunFacts facts = rig.facts().orElseThrow();
        assertThat(facts.chunksCopied()).isLessThan(facts.chunksTotal());
    }

    private static void crashSource() {
        source.embedded().kill();
        source.embedded().startAgain();
    }

    private static CompletableFuture<Void> inBackground(Rig rig, String command) {
        return CompletableFuture.runAsync(() -> {
            try {
                TestServer.execute(rig.source(), command);
            } catch (SQLException e) {
                throw new CompletionException(e);
            }
        });
    }

    private static long chunksReadAgain(Rig rig) {
        return rig.evidence().chunks(rig.run()).stream()
                .mapToLong(ChunkRecord::attempts)
                .filter(attempts -> attempts > 1)
                .count();
    }

    private static void finish(Rig rig, JobProcess job) throws Exception {
        TestServer.execute(rig.source(), "UPDATE numbers SET version = 9 WHERE id % 1000 = 0");
        rig.awaitCaughtUp(job);
        job.stop();
        assertThat(rig.evidence().transitions(rig.run()))
                .extracting(Transition::to)
                .doesNotContain(RunState.FAILED_RECOVERABLE);
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        rig.requireNothingTold();
    }

    private static void requireHalt(Rig rig, JobProcess job, ErrorCode code) throws Exception {
        assertThat(job.awaitExit()).as("%s", job).isEqualTo(code.kind().exitCode());
        assertThat(job.output()).contains(code.label());
        RunRecord run = rig.facts().orElseThrow().run();
        assertThat(run.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
        assertThat(run.failureCode()).hasValue(code.label());
    }
}

package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.HeldWrite;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.SmallDisk;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server dies with all its processes, its disk is full, or it has thrown the slot's log away. */
final class ServerLossIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers"), WORDS = WorkloadTable.text("words");
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(List.of(NUMBERS, WORDS), 5_000, 2, Duration.ofMillis(5), Duration.ofMillis(60), 61);

    /** A sink's transaction in the middle of applying streamed changes. */
    private static final HeldWrite.Condition APPLYING =
            new HeldWrite.Condition("public.numbers", "UPDATE", "0", "NEW.version = 1", "true");

    private static TestServer source;
    private static TestServer target;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        source = Servers.source(PostgresVersion.V17);
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
    }

    /** The acknowledgement of a slot is not durable at the server: after a crash it sends again what was applied. */
    @Test
    void sourceIsKilled_recovers_slotSendsAgain_nothingIsAppliedTwice() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            try (Workload writers = rig.write()) {
                rig.await(job, "changes", facts -> facts.run().changes().forwarded() > 50);
                job.freeze();
                assertThat(writers.running()).isTrue();
                Lsn acknowledged = confirmed(rig);
                source.embedded().kill();
                source.embedded().startAgain();
                assertThat(confirmed(rig)).as("sent again from here").isLessThan(acknowledged);
                job.wake();
            }
            finish(rig, job);
            assertThat(rig.journal().writtenTwice(NUMBERS.relation())).isZero();
            assertThat(rig.journal().writtenTwice(WORDS.relation())).isZero();
        }
    }

    @Test
    void targetIsKilledInMidFlush_recovers_nothingIsAppliedTwice() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            try (HeldWrite held = HeldWrite.at(rig.target(), APPLYING);
                    Workload writers = rig.write()) {
                held.awaitHeld(job);
                target.embedded().kill();
                target.embedded().startAgain();
                rig.reconnect();
                rig.await(job, "changes", facts -> facts.run().changes().forwarded() > 50);
                assertThat(writers.running()).isTrue();
                writers.stop();
            }
            finish(rig, job);
            assertThat(rig.journal().writtenTwice(NUMBERS.relation())).isZero();
            assertThat(rig.journal().writtenTwice(WORDS.relation())).isZero();
        }
    }

    @Test
    void diskOfTheTargetIsFullInCopyAndInStream_hasSpaceAgain() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 8)) {
            TestServer.execute(
                    rig.target(),
                    "CREATE TABLESPACE small LOCATION '" + disk.space() + "'",
                    "ALTER TABLE numbers SET TABLESPACE small");
            disk.fill(150_000);
            try (Workload writers = rig.write();
                    JobProcess job = rig.start()) {
                awaitFull(job, 0);
                disk.clear();
                rig.await(job, "stream", Rig::streams);
                int before = full(job);
                disk.fill(0);
                TestServer.execute(
                        rig.source(), "INSERT INTO numbers SELECT -n, 0, 'more' FROM generate_series(1, 10000) n");
                awaitFull(job, before);
                disk.clear();
                assertThat(writers.running()).isTrue();
                writers.stop();
                finish(rig, job);
            }
            TestServer.execute(rig.target(), "DROP TABLE numbers", "DROP TABLESPACE small");
        }
    }

    @Test
    void slotIsInvalidatedByItsLimit_runHalts() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                JobProcess job = rig.start()) {
            rig.await(job, "stream", Rig::streams);
            job.freeze();
            TestServer.execute(
                    rig.source(), "ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'", "SELECT pg_reload_conf()");
            try {
                outgrow(rig);
            } finally {
                TestServer.execute(
                        rig.source(), "ALTER SYSTEM RESET max_slot_wal_keep_size", "SELECT pg_reload_conf()");
            }
            job.wake();
            assertThat(job.awaitExit())
                    .as("%s", job)
                    .isEqualTo(ErrorCode.SLOT_LOST.kind().exitCode());
            assertThat(job.output()).contains(ErrorCode.SLOT_LOST.label());
            RunRecord run = rig.facts().orElseThrow().run();
            assertThat(run.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
            assertThat(run.failureCode()).hasValue(ErrorCode.SLOT_LOST.label());
            rig.requireNothingTold();
        }
    }

    /** Writes log until the server has given the slot up. */
    private static void outgrow(Rig rig) throws SQLException {
        String lost = "SELECT count(*) FROM pg_replication_slots WHERE wal_status = 'lost' AND slot_name = '"
                + slot(rig) + "'";
        for (int round = 0; round < 10 && ask(rig, lost).equals("0"); round++) {
            for (int segment = 0; segment < 3; segment++) {
                TestServer.execute(
                        rig.source(),
                        "SELECT pg_logical_emit_message(false, 'outgrow', repeat('x', 10000))",
                        "SELECT pg_switch_wal()");
            }
            TestServer.execute(rig.source(), "CHECKPOINT");
        }
        assertThat(ask(rig, lost)).isEqualTo("1");
    }

    private static void finish(Rig rig, JobProcess job) throws Exception {
        TestServer.execute(rig.source(), "UPDATE numbers SET version = 7 WHERE id % 100 = 0");
        rig.awaitCaughtUp(job);
        job.stop();
        assertThat(rig.evidence().transitions(rig.run()))
                .extracting(Transition::to)
                .doesNotContain(RunState.FAILED_RECOVERABLE);
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        rig.requireNothingTold();
    }

    private static Lsn confirmed(Rig rig) throws SQLException {
        return Lsn.parse(ask(
                rig,
                "SELECT confirmed_flush_lsn::text FROM pg_replication_slots WHERE slot_name = '" + slot(rig) + "'"));
    }

    private static String slot(Rig rig) {
        return rig.facts().orElseThrow().run().slotName().orElseThrow();
    }

    private static String ask(Rig rig, String query) throws SQLException {
        try (Connection session = TestServer.open(rig.source());
                Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** How often the server has said that its disk is full. */
    private static int full(JobProcess job) {
        return job.log().split("SQLSTATE 53100", -1).length - 1;
    }

    private static void awaitFull(JobProcess job, int before) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (full(job) <= before) {
            assertThat(job.isAlive() && System.nanoTime() < deadline)
                    .as("no full disk: %s", job)
                    .isTrue();
            LockSupport.parkNanos(50_000_000);
        }
    }
}

package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.HeldWrite;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * R6 between processes: of two jobs on one run the newer one works, and the older one stops itself and changes nothing,
 * whether it runs on or was frozen meanwhile.
 */
final class TwoJobsIT {
    private static final List<WorkloadTable> TABLES =
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words"));
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(TABLES, 6_000, 2, Duration.ofMillis(5), Duration.ofMillis(60), 23);

    /** A sink's transaction that has the generation locked, and is in the middle of applying streamed changes. */
    private static final HeldWrite.Condition APPLYING =
            new HeldWrite.Condition("public.numbers", "UPDATE", "0", "NEW.version = 1", "true");

    private static TestServer source;
    private static TestServer target;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        // A frozen walsender's client is given up after this.
        source = Servers.start("source", PostgresVersion.V17, Map.of("wal_sender_timeout", "5s"));
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        source.close();
        target.close();
    }

    @Test
    void olderJobStreams_newerStarts_olderStopsItself() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write();
                JobProcess older = rig.startOn("old")) {
            rig.await(older, "stream", Rig::streams);
            try (JobProcess newer = rig.startOn("new")) {
                requireFencedOut(older);
                finish(rig, writers, newer, 2);
            }
            requireNothingTwice(rig);
        }
    }

    @Test
    void olderJobCopies_newerStarts_olderStopsItself() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write();
                HeldWrite held = HeldWrite.at(rig.target(), FaultPoint.MID_COPY);
                JobProcess older = rig.startOn("old")) {
            held.awaitHeld(older);
            try (JobProcess newer = rig.startOn("new")) {
                // The older one holds the run's row: the newer one waits for it, and has it when the claim is through.
                held.awaitQueued(newer);
                held.release();
                requireFencedOut(older);
                finish(rig, writers, newer, 2);
            }
        }
    }

    @Test
    void sinkIsFrozenInMidTransaction_newerJobAppliesIt_frozenOneWakes() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                JobProcess older = rig.startOn("old")) {
            rig.await(older, "stream", Rig::streams);
            try (HeldWrite held = HeldWrite.at(rig.target(), APPLYING);
                    Workload writers = rig.write()) {
                held.awaitHeld(older);
                older.freeze();
                try (JobProcess newer = rig.startOn("new")) {
                    held.awaitLost(newer);
                    held.release();
                    rig.awaitCaughtUp(newer);
                    older.wake();
                    requireFencedOut(older);
                    finish(rig, writers, newer, 2);
                }
            }
            requireNothingTwice(rig);
        }
    }

    @Test
    void jobIsFrozenBetweenTransactions_newerJobStreamsOn_frozenOneWakes() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write();
                JobProcess older = rig.startOn("old")) {
            rig.await(older, "stream", Rig::streams);
            older.freeze();
            try (JobProcess newer = rig.startOn("new")) {
                rig.awaitCaughtUp(newer);
                older.wake();
                requireFencedOut(older);
                finish(rig, writers, newer, 2);
            }
            requireNothingTwice(rig);
        }
    }

    private static void requireFencedOut(JobProcess older) throws InterruptedException {
        assertThat(older.awaitExit())
                .as("%s", older)
                .isEqualTo(ErrorCode.FENCED_OUT.kind().exitCode());
        assertThat(older.output()).contains(ErrorCode.FENCED_OUT.label()).doesNotContain("\tat ");
    }

    /** The newer job goes on to the end; whatever happened since it took over, happened under its fence. */
    private static void finish(Rig rig, Workload writers, JobProcess newer, long fence) throws Exception {
        rig.await(newer, "stream", Rig::streams);
        assertThat(writers.running()).isTrue();
        writers.stop();
        RunFacts end = rig.awaitCaughtUp(newer);
        newer.stop();
        // A frozen predecessor may make the newer job's coordinator start again, which raises the fence once more.
        assertThat(end.run().fence()).isGreaterThanOrEqualTo(fence);
        assertThat(end.state()).isEqualTo(RunState.STREAMING);
        assertThat(rig.evidence().transitions(rig.run()))
                .extracting(Transition::to)
                .doesNotContain(RunState.FAILED_RECOVERABLE);
        rig.requireEqual();
        new EvidenceLaw(rig).require();
        rig.requireNothingTold();
    }

    private static void requireNothingTwice(Rig rig) throws SQLException {
        for (WorkloadTable table : TABLES) {
            assertThat(rig.journal().writtenTwice(table.relation()))
                    .as("%s", table)
                    .isZero();
        }
        assertThat(rig.journal().written()).isGreaterThan(2 * PLAN.rows());
    }
}

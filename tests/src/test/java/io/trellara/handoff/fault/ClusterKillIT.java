package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.harness.ClusterJob;
import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.FlinkCluster;
import io.trellara.handoff.harness.FlinkCluster.Role;
import io.trellara.handoff.harness.HeldWrite;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.ResubmittedRun;
import io.trellara.handoff.harness.ResubmittedRun.Back;
import io.trellara.handoff.harness.ResubmittedRun.Kill;
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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SIGKILL in a cluster of processes, under writers: of the process that is just then at a point, told by its session.
 * What only a cluster has: a coordinator that outlives its TaskManagers, and TaskManagers that outlive it.
 */
final class ClusterKillIT {
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words")),
            6_000,
            2,
            Duration.ofMillis(20),
            Duration.ofMillis(250),
            41);

    /** A sink in the middle of a chunk, others being durable. */
    private static final HeldWrite.Condition COPYING = new HeldWrite.Condition(
            "public.numbers",
            "INSERT",
            "0",
            "NEW.version = 0 AND NEW.id % 1000 = 0",
            "(SELECT count(*) FROM trellara.snapshot_chunks WHERE state = 'copied') >= 2");

    /** In the normal suite the way back that a job in one process does not have; in the long one all of them. */
    private static final List<Kill> KILLS =
            List.of(new Kill(FaultPoint.WHILE_STREAMING, Back.SAVEPOINT, FaultPoint.MID_COPY));

    @TempDir
    private static Path clusterFolder;

    private static TestServer source;
    private static TestServer target;
    private static FlinkCluster cluster;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        source = Servers.source(PostgresVersion.V17);
        target = Servers.target(PostgresVersion.V17);
        cluster = FlinkCluster.start(clusterFolder, 2);
    }

    @AfterAll
    static void stop() throws SQLException {
        cluster.close();
        source.close();
        target.close();
    }

    static Stream<Kill> kills() {
        return Matrix.isLong() ? everyKill() : KILLS.stream();
    }

    /** Every point and every way back; savepoints of the point itself, and of the copy where the point is beyond it. */
    private static Stream<Kill> everyKill() {
        return FaultPoint.ofACopyBeforeTheStream().stream()
                .flatMap(point -> Stream.concat(
                        Stream.of(Back.values()).map(back -> new Kill(point, back, point)),
                        point.compareTo(FaultPoint.MID_COPY) <= 0
                                ? Stream.of()
                                : Stream.of(new Kill(point, Back.SAVEPOINT, FaultPoint.MID_COPY))));
    }

    @ParameterizedTest
    @MethodSource("kills")
    void coordinatorIsKilled_taskManagersLiveOn_jobIsSubmittedAgain(Kill kill) throws Exception {
        killAndResubmit(kill, false);
    }

    @Test
    void allAreKilledWhileStreaming_jobIsSubmittedAgain() throws Exception {
        killAndResubmit(new Kill(FaultPoint.WHILE_STREAMING, Back.CHECKPOINT, FaultPoint.WHILE_STREAMING), true);
    }

    private void killAndResubmit(Kill kill, boolean all) throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write()) {
            ResubmittedRun run = new ResubmittedRun(cluster, rig);
            ClusterJob job = run.killAndResubmit(kill, all);
            run.finish(job, writers);
        }
    }

    @Test
    void taskManagerIsKilledInMidCopy_coordinatorKeepsTheView_chunksAreReadAgainInIt() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write();
                HeldWrite slow = HeldWrite.at(rig.target(), FaultPoint.SLOW_COPY);
                HeldWrite held = HeldWrite.at(rig.target(), COPYING)) {
            ClusterJob job = cluster.submit(rig, 2, Optional.empty(), Map.of());
            held.awaitHeld(job);
            assertThat(cluster.killOwner(held.port())).isEqualTo(Role.TASK_MANAGER);
            held.endHeld();
            slow.endHeld();
            rig.await(job, "stream", Rig::streams);
            RunFacts end = new ResubmittedRun(cluster, rig).finish(job, writers);
            assertThat(end.run().fence()).isOne();
            assertThat(end.waves()).hasSize(1);
            assertThat(rig.evidence().chunks(rig.run()))
                    .extracting(ChunkRecord::attempts)
                    .contains(1, 2);
        }
        cluster.restore();
    }

    @Test
    void taskManagerIsKilledWhileItStreamsBesideACopy_coordinatorGoesOn() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN)) {
            rig.weave(2_000);
            try (Workload writers = rig.write();
                    HeldWrite held = HeldWrite.at(rig.target(), FaultPoint.WHILE_WEAVING)) {
                ClusterJob job = cluster.submit(rig, 2, Optional.empty(), Map.of());
                held.awaitHeld(job);
                FaultPoint.WHILE_WEAVING.requireReached(rig);
                assertThat(cluster.killOwner(rig.streamPort())).isEqualTo(Role.TASK_MANAGER);
                held.release();
                rig.await(job, "stream", Rig::streams);
                RunFacts end = new ResubmittedRun(cluster, rig).finish(job, writers);
                assertThat(end.run().fence()).isOne();
            }
        }
        cluster.restore();
    }

    @Test
    void taskManagerIsKilledWhileStreaming_coordinatorGoesOn() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write()) {
            ClusterJob job = cluster.submit(rig, 2, Optional.empty(), Map.of());
            rig.await(job, "changes", facts -> facts.run().changes().forwarded() > 20);
            assertThat(cluster.killOwner(rig.streamPort())).isEqualTo(Role.TASK_MANAGER);
            RunFacts end = new ResubmittedRun(cluster, rig).finish(job, writers);
            assertThat(end.run().fence()).isOne();
            assertThat(rig.evidence().chunks(rig.run()))
                    .extracting(ChunkRecord::attempts)
                    .containsOnly(1);
        }
        cluster.restore();
    }
}

package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.harness.ClusterJob;
import io.trellara.handoff.harness.FaultPoint;
import io.trellara.handoff.harness.FlinkCluster;
import io.trellara.handoff.harness.HeldWrite;
import io.trellara.handoff.harness.ResubmittedRun;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checkpoints that fail and savepoints that change the parallelism, on a cluster of processes and under writers. */
final class ClusterCheckpointIT {
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words")),
            6_000,
            2,
            Duration.ofMillis(20),
            Duration.ofMillis(250),
            43);

    private static final Map<String, String> SHORT_CHECKPOINTS = Map.of(
            "execution.checkpointing.timeout", "1s",
            "execution.checkpointing.tolerable-failed-checkpoints", "1000");

    @TempDir
    private static Path clusterFolder;

    private static TestServer source;
    private static TestServer target;
    private static FlinkCluster cluster;

    @TempDir
    private Path folder;

    /** What a sink is held in for longer than a checkpoint may take. */
    enum Held {
        COPYING(
                "INSERT",
                "NEW.version = 0",
                "(SELECT count(*) FROM trellara.snapshot_chunks WHERE state = 'copied') >= 2"),
        APPLYING("UPDATE", "NEW.version = 1", "true");

        private final String event;
        private final String write;
        private final String moment;

        Held(String event, String write, String moment) {
            this.event = event;
            this.write = write;
            this.moment = moment;
        }

        HeldWrite.Condition condition() {
            return new HeldWrite.Condition("public.numbers", event, "0", write + " AND NEW.id % 1000 = 0", moment);
        }
    }

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

    @ParameterizedTest
    @EnumSource
    void targetStalls_checkpointTimesOut_nextOneIsComplete(Held point) throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                HeldWrite slow = HeldWrite.at(rig.target(), FaultPoint.SLOW_COPY);
                HeldWrite held = HeldWrite.at(rig.target(), point.condition());
                Workload writers = rig.write()) {
            ClusterJob job = cluster.submit(rig, 2, Optional.empty(), SHORT_CHECKPOINTS);
            held.awaitHeld(job);
            job.awaitFailedCheckpoints(job.failedCheckpoints() + 2);
            RunFacts stalled = rig.facts().orElseThrow();
            held.release();
            slow.endHeld();
            rig.await(job, "stream", Rig::streams);
            RunFacts end = new ResubmittedRun(cluster, rig).finish(job, writers);
            assertThat(end.run().fence()).isEqualTo(stalled.run().fence()).isOne();
            assertThat(end.waves()).hasSize(1);
            assertThat(rig.evidence().chunks(rig.run()))
                    .extracting(ChunkRecord::attempts)
                    .containsOnly(1);
        }
    }

    @Test
    void copyIsStoppedWithASavepointAndGoesOnWithFour_streamIsStoppedAndGoesOnWithOne() throws Exception {
        try (Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write()) {
            Path inMidCopy;
            try (HeldWrite slow = HeldWrite.at(rig.target(), FaultPoint.SLOW_COPY)) {
                ClusterJob two = cluster.submit(rig, 2, Optional.empty(), Map.of());
                rig.await(
                        two,
                        "copied chunks",
                        facts -> facts.relations().stream().anyMatch(relation -> relation.copiedRows() > 0));
                inMidCopy = two.stopWithSavepoint();
                slow.endHeld();
            }
            assertThat(rig.evidence().chunks(rig.run()))
                    .extracting(chunk -> chunk.state() == ChunkState.COPIED)
                    .contains(true, false);
            ClusterJob four = cluster.submit(rig, 4, Optional.of(inMidCopy), Map.of());
            rig.await(four, "changes", facts -> facts.run().changes().forwarded() > 20);
            Path whileStreaming = four.stopWithSavepoint();
            ClusterJob one = cluster.submit(rig, 1, Optional.of(whileStreaming), Map.of());
            rig.await(one, "stream", facts -> facts.run().fence() == 3);
            new ResubmittedRun(cluster, rig).finish(one, writers);
        }
    }
}

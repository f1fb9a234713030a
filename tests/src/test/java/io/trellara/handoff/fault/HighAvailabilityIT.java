package io.trellara.handoff.fault;

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
import io.trellara.handoff.local.PostgresVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JobManager whose successor goes on with the same job, by what ZooKeeper and a folder hold. */
final class HighAvailabilityIT {
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words")),
            6_000,
            2,
            Duration.ofMillis(20),
            Duration.ofMillis(250),
            47);

    @TempDir
    private Path folder;

    @Test
    void jobManagerIsKilledInMidCopyAndWhileStreaming_itsSuccessorGoesOn() throws Exception {
        try (TestServer source = Servers.source(PostgresVersion.V17);
                TestServer target = Servers.target(PostgresVersion.V17);
                TestingServer zookeeper = new TestingServer();
                FlinkCluster cluster =
                        FlinkCluster.startHighlyAvailable(folder.resolve("cluster"), 1, zookeeper.getConnectString());
                Rig rig = Rig.create(source, target, folder, PLAN);
                Workload writers = rig.write()) {
            ResubmittedRun run = new ResubmittedRun(cluster, rig);
            ClusterJob job;
            try (HeldWrite held = HeldWrite.at(rig.target(), FaultPoint.LATE_COPY)) {
                job = cluster.submit(rig, 2, Optional.empty(), Map.of());
                run.kill(FaultPoint.LATE_COPY, held, job);
                cluster.restore();
            }
            try (HeldWrite held = HeldWrite.at(rig.target(), FaultPoint.WHILE_STREAMING)) {
                run.kill(FaultPoint.WHILE_STREAMING, held, job);
                cluster.restore();
            }
            rig.await(
                    job,
                    "stream under the third coordinator",
                    facts -> facts.run().fence() >= 3);
            run.finish(job, writers);
        }
    }
}

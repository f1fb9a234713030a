package io.trellara.handoff.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.Side;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.local.Replication;
import io.trellara.handoff.model.Position;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replica takes the place of the MySQL that a run streams from: the same history, on another server (R8). */
final class MysqlFailoverIT {
    private static final WorkloadPlan PLAN = new WorkloadPlan(
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words")),
            3_000,
            2,
            Duration.ofMillis(5),
            Duration.ofMillis(60),
            41);

    private static TestServer target;
    private MysqlTestServer primary;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startTarget() {
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopTarget() throws SQLException {
        target.close();
    }

    @BeforeEach
    void startPrimary() {
        primary = MysqlTestServer.startFair(MysqlVersion.V9_7);
    }

    @AfterEach
    void stopPrimary() {
        primary.close();
    }

    @Test
    void theRunFollowsAReplicaThatHoldsAllThatWasTaken() throws Exception {
        try (Rig rig = Rig.create(primary, target, folder, PLAN);
                TcpProxy line = rig.proxy(Side.SOURCE)) {
            EmbeddedMysqlServer replica = primary.newReplica(Map.of());
            try (JobProcess job = rig.start()) {
                rig.await(job, "stream", Rig::streams);
                try (Workload writers = rig.write()) {
                    rig.await(job, "changes", facts -> facts.run().changes().forwarded() > 50);
                    writers.stop();
                }
                primary.awaitCaughtUp(replica);
                rig.awaitCaughtUp(job); // what was not streamed by then would be streamed from the replica only
                failOver(rig, job, replica, line);
                TestServer.execute(
                        rig.source(),
                        "UPDATE numbers SET version = 7 WHERE id % 100 = 0",
                        "DELETE FROM words ORDER BY id LIMIT 20");
                rig.awaitCaughtUp(job);
                job.stop();
            }
            RunRecord run = rig.facts().orElseThrow().run();
            assertThat(run.state()).isEqualTo(RunState.STREAMING);
            assertThat(rig.evidence().transitions(rig.run()))
                    .extracting(Transition::to)
                    .doesNotContain(RunState.FAILED_RECOVERABLE);
            rig.requireEqual();
            new EvidenceLaw(rig).require();
            rig.requireNothingTold();
        }
    }

    /** Without R8 the run would go on, and the target would keep for ever what the new source never had. */
    @Test
    void theRunHaltsAtAReplicaThatLacksWhatTheTargetHas() throws Exception {
        try (Rig rig = Rig.create(primary, target, folder, PLAN);
                TcpProxy line = rig.proxy(Side.SOURCE)) {
            EmbeddedMysqlServer replica = primary.newReplica(Map.of());
            try (JobProcess job = rig.start()) {
                rig.await(job, "stream", Rig::streams);
                MysqlTestServer.execute(replica.connection(""), "STOP REPLICA");
                TestServer.execute(rig.source(), "INSERT INTO numbers VALUES (-1, 1, 'lost')");
                rig.awaitCaughtUp(job);
                failOver(rig, job, replica, line);
                ErrorCode code = ErrorCode.SOURCE_CHANGED;
                assertThat(job.awaitExit()).as("%s", job).isEqualTo(code.kind().exitCode());
                assertThat(job.output()).contains(code.label());
                RunRecord run = rig.facts().orElseThrow().run();
                assertThat(run.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
                assertThat(run.failureCode()).hasValue(code.label());
            }
        }
    }

    /**
     * The address leads to the replica once a checkpoint holds all that was streamed: else the target is ahead of it.
     */
    private void failOver(Rig rig, JobProcess job, EmbeddedMysqlServer replica, TcpProxy line) throws SQLException {
        Position end = rig.sourceEnd();
        primary.embedded().kill();
        rig.await(
                job,
                "checkpoint behind " + end,
                facts -> facts.run().streamPosition().orElseThrow().covers(end));
        Replication.promote(replica);
        rig.sourceIs(MysqlTestServer.side(replica));
        line.leadTo(rig.source());
    }
}

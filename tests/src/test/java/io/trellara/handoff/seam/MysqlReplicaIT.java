package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TargetJournal;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handoff from a read-only replica with appliers in parallel, while eight writers write to its primary. */
final class MysqlReplicaIT {
    private static final List<WorkloadTable> TABLES =
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.bigint("figures"));
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();

    private static MysqlTestServer primary;
    private static TestServer target;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        primary = MysqlTestServer.startFair(MysqlVersion.V9_7);
        target = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        primary.close();
        target.close();
    }

    /** Without the commits' order, what a view covers has holes that fill up later. */
    @ParameterizedTest(name = "replica_preserve_commit_order={0}")
    @ValueSource(strings = {"ON", "OFF"})
    void everyChangeArrivesOnce(String order) throws Exception {
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, 6_000, 23);
        SeamServers.Pair written = new SeamServers.Pair(primary.newSide("replica"), target.newSide("replica"));
        Workload.load(written.source(), plan);
        EmbeddedMysqlServer replica = primary.newReplica(Map.of("replica-preserve-commit-order", order));
        assertThat(MysqlTestServer.value(MysqlTestServer.side(replica), "SELECT @@super_read_only"))
                .isEqualTo("1");
        SeamServers.Pair pair = new SeamServers.Pair(MysqlTestServer.side(replica), written.target());
        TargetJournal journal = TargetJournal.install(pair.target(), TABLES);
        try (Workload workload = Workload.start(written.source(), plan);
                RunUnderTest run = RunUnderTest.start(pair.woven(folder, RELATIONS, 500, 2_000))) {
            run.awaitState(RunState.STREAMING);
            long atHandoff = workload.changes();
            run.await(
                    "a hundred changes after the handoff",
                    facts -> workload.changes() > atHandoff + 100 || !workload.running());
            workload.stop();
            primary.awaitCaughtUp(replica);
            run.awaitCaughtUp(); // one flush would write a row once that is changed twice in it
            TestServer.execute(written.source(), "UPDATE numbers SET version = 2 WHERE id % 1000 = 0");
            primary.awaitCaughtUp(replica);
            RunFacts facts = run.awaitCaughtUp();
            run.stop();
            ComparisonReport compared = pair.compare(RELATIONS);
            assertThat(compared.isEqual()).as(compared.toString()).isTrue();
            assertThat(written.compare(RELATIONS).isEqual()).isTrue();
            assertThat(facts.waves()).hasSizeGreaterThan(3);
            assertThat(facts.run().changes().replayed()).isZero();
            assertThat(journal.written())
                    .isEqualTo(facts.run().copiedRows() + facts.run().changes().forwarded());
        }
    }
}

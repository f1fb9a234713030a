package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.demo.ShopDataset;
import io.trellara.handoff.demo.ShopSizes;
import io.trellara.handoff.demo.ShopWriters;
import io.trellara.handoff.demo.WriterPlan;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.TargetJournal;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A handoff under writers: 17 in full, the other versions in a shorter form. */
final class SeamEndToEndIT {
    private static final List<WorkloadTable> TABLES =
            List.of(WorkloadTable.bigint("numbers"), WorkloadTable.text("words"));
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void eightWritersHoldingTransactions_everyChangeArrivesOnce(PostgresVersion version) throws Exception {
        long rows = version == PostgresVersion.V17 ? 20_000 : 5_000;
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, rows, version.major());
        try (SeamServers servers = SeamServers.start(version)) {
            SeamServers.Pair pair = servers.newPair();
            Workload.load(pair.source(), plan);
            TargetJournal journal = TargetJournal.install(pair.target(), TABLES);
            try (Workload workload = Workload.start(pair.source(), plan);
                    RunUnderTest run = RunUnderTest.start(pair.config(folder, RELATIONS, rows / 20))) {
                run.awaitState(RunState.STREAMING);
                long atHandoff = workload.changes();
                run.await("a hundred changes after the handoff", facts -> workload.changes() > atHandoff + 100);
                workload.stop();
                RunFacts facts = run.awaitCaughtUp();
                run.stop();

                ComparisonReport compared = pair.compare(RELATIONS);
                assertThat(compared.isEqual()).as(compared.toString()).isTrue();
                assertThat(facts.waves()).hasSize(1);
                assertThat(facts.events()).hasSize(2);
                assertThat(facts.run().changes().replayed()).isZero();
                for (Relation relation : RELATIONS) {
                    assertThat(journal.writtenTwice(relation))
                            .as("%s", relation)
                            .isZero();
                }
                // Each copied row and each streamed change is in the journal once, and nothing else is.
                assertThat(journal.written())
                        .isEqualTo(
                                facts.run().copiedRows() + facts.run().changes().forwarded());
            }
        }
    }

    @Test
    void aShopWithEverythingInIt_isEqualAtTheEnd() throws Exception {
        ShopDataset shop = new ShopDataset(ShopSizes.ofTotal(30_000));
        try (SeamServers servers = SeamServers.start(PostgresVersion.V17)) {
            SeamServers.Pair pair = servers.newPair();
            try (Connection source = TestServer.open(pair.source())) {
                shop.create(source);
            }
            TestServer.execute(pair.target(), shop.targetTypesSql(DatabaseKind.POSTGRESQL));
            try (ShopWriters writers = ShopWriters.start(pair.source(), shop, WriterPlan.of(4, 5, 50));
                    RunUnderTest run = RunUnderTest.start(pair.config(folder, shop.relations(), 1_000))) {
                run.awaitState(RunState.STREAMING);
                long atHandoff = writers.counts().committed();
                run.await(
                        "two hundred transactions after the handoff",
                        f -> writers.counts().committed() > atHandoff + 200);
                writers.stop();
                run.awaitCaughtUp();
                run.stop();
                ComparisonReport compared = pair.compare(shop.relations());
                assertThat(compared.isEqual()).as(compared.toString()).isTrue();
            }
        }
    }
}

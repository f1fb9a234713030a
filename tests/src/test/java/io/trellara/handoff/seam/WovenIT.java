package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.demo.ShopDataset;
import io.trellara.handoff.demo.ShopSizes;
import io.trellara.handoff.demo.ShopWriters;
import io.trellara.handoff.demo.WriterPlan;
import io.trellara.handoff.evidence.ChunkRecord;
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
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A woven copy: many waves on a running stream, under writers. */
final class WovenIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");

    @SuppressWarnings("NullAway.Init")
    private static SeamServers servers;

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

    @Test
    void eightWriters_manyWaves_everyChangeArrivesOnce() throws Exception {
        List<WorkloadTable> tables = List.of(NUMBERS, WORDS);
        List<Relation> relations = tables.stream().map(WorkloadTable::relation).toList();
        WorkloadPlan plan = WorkloadPlan.eightWriters(tables, 8_000, 3);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        TargetJournal journal = TargetJournal.install(pair.target(), tables);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = RunUnderTest.start(pair.woven(folder, relations, 500, 2_000))) {
            Optional<Position> streamedBeforeTheHandoff = run.await(
                            "a stream beside the copy",
                            facts -> facts.state() == RunState.COPYING_TABLE
                                    && facts.run()
                                            .streamPosition()
                                            .filter(at -> !facts.run()
                                                    .consistentLsn()
                                                    .orElseThrow()
                                                    .covers(at))
                                            .isPresent())
                    .run()
                    .streamPosition();
            assertThat(streamedBeforeTheHandoff).isPresent();
            run.awaitState(RunState.STREAMING);
            long atHandoff = workload.changes();
            run.await("a hundred changes after the handoff", facts -> workload.changes() > atHandoff + 100);
            workload.stop();
            RunFacts facts = run.awaitCaughtUp();
            run.stop();

            ComparisonReport compared = pair.compare(relations);
            assertThat(compared.isEqual()).as(compared.toString()).isTrue();
            assertThat(facts.run().changes().replayed()).isZero();
            assertThat(facts.run().changes().suppressed()).isPositive();
            for (Relation relation : relations) {
                assertThat(journal.writtenTwice(relation)).as("%s", relation).isZero();
            }
            assertThat(journal.written())
                    .isEqualTo(facts.run().copiedRows() + facts.run().changes().forwarded());
            requireWaves(facts, run.chunks());
        }
    }

    /** Keys of every kind, key moves across chunks, large values that events leave out, savepoints and rollbacks. */
    @Test
    void aShopWithEverythingInIt_isEqualAtTheEnd() throws Exception {
        ShopDataset shop = new ShopDataset(ShopSizes.ofTotal(20_000));
        SeamServers.Pair pair = servers.newPair();
        try (Connection source = TestServer.open(pair.source())) {
            shop.create(source);
        }
        TestServer.execute(pair.target(), shop.targetTypesSql(DatabaseKind.POSTGRESQL));
        try (ShopWriters writers = ShopWriters.start(pair.source(), shop, WriterPlan.of(4, 5, 50));
                RunUnderTest run = RunUnderTest.start(pair.woven(folder, shop.relations(), 500, 3_000))) {
            run.awaitState(RunState.STREAMING);
            long atHandoff = writers.counts().committed();
            run.await(
                    "two hundred transactions after the handoff",
                    f -> writers.counts().committed() > atHandoff + 200);
            writers.stop();
            RunFacts facts = run.awaitCaughtUp();
            run.stop();
            ComparisonReport compared = pair.compare(shop.relations());
            assertThat(compared.isEqual()).as(compared.toString()).isTrue();
            assertThat(facts.waves()).hasSizeGreaterThan(3);
            assertThat(facts.run().changes().replayed()).isZero();
        }
    }

    @Test
    void truncateOfAHalfCopiedRelation_halts() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), new WorkloadPlan(List.of(NUMBERS), 20_000, 1, Duration.ZERO, Duration.ZERO, 1));
        try (RunUnderTest run = RunUnderTest.start(pair.woven(folder, List.of(NUMBERS.relation()), 500, 500))) {
            run.await("a first wave copied", facts -> facts.waves().size() > 1);
            TestServer.execute(pair.source(), "TRUNCATE public.numbers");
            RunFacts halted = run.awaitHalt();
            assertThat(halted.run().failureCode().orElseThrow()).contains("STREAM_TRUNCATE");
            assertThat(halted.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
        }
    }

    /** Every wave has its floor below its boundary, and they follow each other; text keys were copied in one. */
    private static void requireWaves(RunFacts facts, List<ChunkRecord> chunks) {
        assertThat(facts.waves()).hasSizeBetween(5, 12).allSatisfy(wave -> {
            assertThat(wave.outcome()).contains("copied");
            assertThat(wave.boundary().orElseThrow().covers(wave.floor())).isTrue();
        });
        for (int i = 1; i < facts.waves().size(); i++) {
            assertThat(facts.waves()
                            .get(i)
                            .floor()
                            .covers(facts.waves().get(i - 1).boundary().orElseThrow()))
                    .isTrue();
        }
        Set<Lsn> wordsBoundaries = new TreeSet<>();
        chunks.stream()
                .filter(chunk -> chunk.id().relation().equals(WORDS.relation()))
                .map(ChunkRecord::boundary)
                .forEach(boundary -> wordsBoundaries.add(Lsn.of(boundary.orElseThrow())));
        assertThat(wordsBoundaries).hasSize(1);
    }
}

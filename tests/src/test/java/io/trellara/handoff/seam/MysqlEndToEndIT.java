package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.demo.ShopDataset;
import io.trellara.handoff.demo.ShopForm;
import io.trellara.handoff.demo.ShopSizes;
import io.trellara.handoff.demo.ShopWriters;
import io.trellara.handoff.demo.WriterPlan;
import io.trellara.handoff.evidence.ChunkRecord;
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
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A handoff from or to MySQL under writers, in each schedule: the current version in full, the oldest in a shorter
 * form.
 */
final class MysqlEndToEndIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final List<WorkloadTable> TABLES = List.of(NUMBERS, WORDS);
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();

    @SuppressWarnings("NullAway.Init")
    private static SeamServers servers;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startServers() {
        servers = SeamServers.of(MysqlTestServer.startFair(MysqlVersion.V9_7), Servers.target(PostgresVersion.V17));
    }

    @AfterAll
    static void stopServers() throws SQLException {
        servers.close();
    }

    /** A job's configuration between two sides. */
    private interface Configured {
        JobConfig between(SeamServers.Pair pair) throws Exception;
    }

    @Test
    void eightWriters_copyThenStream_everyChangeArrivesOnce() throws Exception {
        RunFacts facts = handOff(servers, 10_000, pair -> pair.config(folder, RELATIONS, 500));
        assertThat(facts.waves()).hasSize(1);
        assertThat(facts.waves().get(0).boundary()).isEmpty(); // each reader has its own
    }

    @Test
    void eightWriters_woven_manyWaves_everyChangeArrivesOnce() throws Exception {
        RunFacts facts = handOff(servers, 8_000, pair -> pair.woven(folder, RELATIONS, 500, 2_000));
        assertThat(facts.run().changes().suppressed()).isPositive();
        assertThat(facts.waves())
                .hasSizeBetween(5, 12)
                .allSatisfy(wave -> assertThat(wave.outcome()).contains("copied"));
    }

    @Test
    void theOldestVersion() throws Exception {
        try (SeamServers oldest =
                SeamServers.of(MysqlTestServer.startFair(MysqlVersion.V8_0), Servers.target(PostgresVersion.V14))) {
            RunFacts facts = handOff(oldest, 4_000, pair -> pair.woven(folder, RELATIONS, 500, 1_500));
            assertThat(facts.waves()).hasSizeGreaterThan(3);
        }
    }

    @Test
    void theTargetIsMysqlToo_andHoldsTheEvidence() throws Exception {
        try (SeamServers between = SeamServers.of(
                MysqlTestServer.startFair(MysqlVersion.V9_7), MysqlTestServer.startFair(MysqlVersion.V9_7))) {
            handOff(between, 4_000, pair -> pair.woven(folder, RELATIONS, 500, 1_500));
        }
    }

    @Test
    void fromPostgresToMysql() throws Exception {
        try (SeamServers between =
                SeamServers.of(Servers.source(PostgresVersion.V17), MysqlTestServer.startFair(MysqlVersion.V9_7))) {
            handOff(between, 4_000, pair -> pair.config(folder, RELATIONS, 500));
        }
    }

    /** Keys of every kind, key moves across chunks, large values, savepoints and rollbacks. */
    @Test
    void aShopWithEverythingInIt_isEqualAtTheEnd() throws Exception {
        ShopDataset shop = new ShopDataset(ShopForm.MYSQL, ShopSizes.ofTotal(12_000));
        SeamServers.Pair pair = servers.newPair();
        try (Connection source = MysqlTestServer.open(pair.source());
                Statement statement = source.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS shop");
            shop.create(source);
        }
        TestServer.execute(pair.target(), shop.targetTypesSql(DatabaseKind.POSTGRESQL));
        try (ShopWriters writers = ShopWriters.start(pair.source(), shop, WriterPlan.of(4, 5, 50));
                RunUnderTest run = RunUnderTest.start(pair.woven(folder, shop.relations(), 500, 3_000))) {
            run.awaitState(RunState.STREAMING);
            long atHandoff = writers.counts().committed();
            run.await(
                    "two hundred transactions after the handoff",
                    facts -> writers.counts().committed() > atHandoff + 200);
            writers.stop();
            RunFacts facts = run.awaitCaughtUp();
            run.stop();
            ComparisonReport compared = pair.compare(shop.relations());
            assertThat(compared.isEqual()).as(compared.toString()).isTrue();
            assertThat(facts.waves()).hasSizeGreaterThan(2);
        }
    }

    private RunFacts handOff(SeamServers between, long rows, Configured configured) throws Exception {
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, rows, 17);
        SeamServers.Pair pair = between.newPair();
        Workload.load(pair.source(), plan);
        TargetJournal journal = TargetJournal.install(pair.source().kind(), pair.target(), TABLES);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = RunUnderTest.start(configured.between(pair))) {
            run.awaitState(RunState.STREAMING);
            long atHandoff = workload.changes();
            run.await(
                    "a hundred changes after the handoff",
                    facts -> workload.changes() > atHandoff + 100 || !workload.running());
            workload.stop();
            run.awaitCaughtUp(); // one flush would write a row once that is changed twice in it
            TestServer.execute(pair.source(), "UPDATE numbers SET version = 2 WHERE id % 1000 = 0");
            RunFacts facts = run.awaitCaughtUp();
            run.stop();

            ComparisonReport compared = pair.compare(RELATIONS);
            assertThat(compared.isEqual()).as(compared.toString()).isTrue();
            assertThat(facts.events()).hasSize(2);
            requireWrittenOnce(journal, facts);
            requireBoundaries(run.chunks());
            return facts;
        }
    }

    /**
     * Each copied row and each streamed change is in the journal once, and nothing else is; but words have one gate for
     * all their readers' views, so what lies between those is replayed over them.
     */
    private static void requireWrittenOnce(TargetJournal journal, RunFacts facts) throws SQLException {
        ChangeCounts changes = facts.run().changes();
        long once = facts.run().copiedRows() + changes.forwarded();
        assertThat(journal.writtenTwice(NUMBERS.relation())).isZero();
        assertThat(journal.writtenTwice(WORDS.relation())).isLessThanOrEqualTo(changes.replayed());
        assertThat(journal.written()).isBetween(once, once + changes.replayed());
    }

    /** No view is older than its wave's floor, and each chunk's gate is where its own reader's view was. */
    private static void requireBoundaries(List<ChunkRecord> chunks) {
        assertThat(chunks).isNotEmpty().allSatisfy(chunk -> {
            Position boundary = chunk.boundary().orElseThrow();
            assertThat(boundary.covers(chunk.firstFloor().orElseThrow())).isTrue();
            assertThat(chunk.gate()).isEqualTo(Optional.of(boundary));
        });
    }

    @Test
    void truncateOfAHalfCopiedRelation_halts() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), new WorkloadPlan(List.of(NUMBERS), 20_000, 1, Duration.ZERO, Duration.ZERO, 1));
        TargetJournal.install(pair.target(), List.of(NUMBERS));
        try (RunUnderTest run = RunUnderTest.start(pair.woven(folder, List.of(NUMBERS.relation()), 500, 500))) {
            run.await("a first wave copied", facts -> facts.waves().size() > 1);
            TestServer.execute(pair.source(), "TRUNCATE public.numbers");
            RunFacts halted = run.awaitHalt();
            assertThat(halted.run().failureCode().orElseThrow()).contains("STREAM_TRUNCATE");
            assertThat(halted.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
        }
    }
}

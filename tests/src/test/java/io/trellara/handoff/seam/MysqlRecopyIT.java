package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relations and ranges copied again at a MySQL target beside a running stream, under writers. */
final class MysqlRecopyIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers"), WORDS = WorkloadTable.text("words");

    @SuppressWarnings("NullAway.Init")
    private static SeamServers servers;

    @TempDir
    private Path folder;

    private final CommandLineRun commands = new CommandLineRun();

    @BeforeAll
    static void startServers() {
        servers = SeamServers.of(
                MysqlTestServer.startFair(MysqlVersion.V9_7), MysqlTestServer.startFair(MysqlVersion.V9_7));
    }

    @AfterAll
    static void stopServers() throws SQLException {
        servers.close();
    }

    @Test
    void aDamagedTargetIsCopiedAgain_firstARangeThenWholeRelations() throws Exception {
        List<Relation> both = List.of(NUMBERS.relation(), WORDS.relation());
        WorkloadPlan plan = WorkloadPlan.eightWriters(List.of(NUMBERS, WORDS), 10_000, 32);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        try (RunUnderTest run = RunUnderTest.start(pair.config(folder, both, 1_000))) {
            run.awaitState(RunState.STREAMING);
            TestServer.execute(
                    pair.target(),
                    "INSERT INTO numbers VALUES (30001, 9, 'phantom'), (80001, 9, 'phantom')",
                    "DELETE FROM numbers WHERE id BETWEEN 100 AND 3000",
                    "UPDATE numbers SET version = 5 WHERE id BETWEEN 30000 AND 31000",
                    "DELETE FROM words WHERE id < 'b'",
                    "INSERT INTO words VALUES ('phantom', 9, 'phantom')");
            try (Workload workload = Workload.start(pair.source(), plan)) {
                ask("recopy", "--relation", "public.numbers", "--range", "25000..35000", "--yes");
                awaitDone(run, 1);
                assertThat(phantoms(pair)).isEqualTo("80001");
                ask("recopy", "--relation", "public.numbers", "--yes");
                ask("recopy", "--relation", "public.words", "--yes");
                awaitDone(run, 3);
                long atEnd = workload.changes();
                run.await("changes behind the copy", f -> workload.changes() > atEnd + 50 || !workload.running());
                workload.stop();
            }
            RunFacts facts = run.awaitCaughtUp();
            run.stop();
            assertThat(facts.relations()).extracting(RelationRecord::erasedRows).containsOnly(0L);
            assertThat(facts.children())
                    .hasSize(3)
                    .allSatisfy(child -> assertThat(child.relations())
                            .singleElement()
                            .satisfies(relation ->
                                    assertThat(relation.erasedRows()).isPositive())
                            .satisfies(relation ->
                                    assertThat(relation.copiedRows()).isPositive()));
        }
        requireEqual(pair, both);
    }

    private static String phantoms(SeamServers.Pair pair) throws SQLException {
        return MysqlTestServer.value(pair.target(), "SELECT GROUP_CONCAT(id) FROM numbers WHERE pad = 'phantom'");
    }

    private static RunFacts awaitDone(RunUnderTest run, int copies) throws Exception {
        return run.await(
                copies + " requests done",
                facts -> facts.controls().stream()
                                        .filter(c -> c.request().relation().isPresent())
                                        .filter(c -> c.state() == ControlState.DONE)
                                        .count()
                                == copies
                        && facts.controls().stream().noneMatch(ControlRecord::open));
    }

    private void ask(String command, String... more) {
        List<String> words = new ArrayList<>(
                List.of(command, "-c", folder.resolve("handoff.yaml").toString()));
        words.addAll(List.of(more));
        assertThat(commands.handoff(words.toArray(String[]::new)))
                .as(commands.all())
                .isZero();
    }

    private static void requireEqual(SeamServers.Pair pair, List<Relation> relations) throws SQLException {
        ComparisonReport compared = pair.compare(relations);
        assertThat(compared.isEqual()).as(compared.toString()).isTrue();
    }
}

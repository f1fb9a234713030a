package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.LooseWriter;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From MySQL to MySQL under writers: a relation that comes late, and whose schema changes. */
final class MysqlChangingDatasetIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final Relation LATE = new Relation("public", "late");
    private static final int ROWS = 2_000;

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
    void aRelationComesBetweenTwoStarts_thenItsSchemaChanges() throws Exception {
        WorkloadPlan plan =
                new WorkloadPlan(List.of(NUMBERS), 20_000, 2, Duration.ofMillis(5), Duration.ofMillis(60), 31);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        TestServer.execute(
                pair.source(),
                "CREATE TABLE late (id bigint PRIMARY KEY, code bigint NOT NULL UNIQUE, note varchar(40), amount int)",
                "INSERT INTO late WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < " + ROWS
                        + ") SELECT n, n, CONCAT('row ', n), n % 100 FROM s");
        List<Relation> both = List.of(NUMBERS.relation(), LATE);
        try (Workload workload = Workload.start(pair.source(), plan);
                LooseWriter writer = new LooseWriter(pair.source(), List.of(LATE), ROWS, 8)) {
            try (RunUnderTest run = RunUnderTest.start(pair.config(folder, List.of(NUMBERS.relation()), 1_000))) {
                run.await("changes", facts -> facts.run().changes().forwarded() > 100);
                run.stop();
            }
            JobConfig config = pair.config(folder, both, 1_000);
            try (RunUnderTest run = RunUnderTest.start(config)) {
                RunFacts done = awaitDone(run, 1);
                assertThat(done.children()).hasSize(1);
                TestServer.execute(pair.source(), "ALTER TABLE late ADD COLUMN extra int DEFAULT 7, DROP COLUMN note");
                RunFacts halted = run.awaitHalt();
                assertThat(halted.run().failureCode()).hasValue(ErrorCode.SCHEMA_CHANGED.label());
            }
            long before = writer.written();
            ask("resume", "--refresh-schema");
            assertThat(commands.results()).contains("relation public.late: ").doesNotContain("relation public.numbers");
            TestServer.execute(pair.target(), "ALTER TABLE late ADD COLUMN extra int, DROP COLUMN note");
            try (RunUnderTest run = RunUnderTest.start(config)) {
                RunFacts done = awaitDone(run, 2);
                assertThat(done.children()).hasSize(2);
                workload.stop();
                writer.stop();
                assertThat(writer.written()).isGreaterThan(before + 100);
                assertThat(run.awaitCaughtUp().state()).isEqualTo(RunState.STREAMING);
                run.stop();
            }
        }
        requireEqual(pair, both);
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

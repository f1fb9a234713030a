package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.harness.EvidenceLaw;
import io.trellara.handoff.harness.JobProcess;
import io.trellara.handoff.harness.Rig;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relations and ranges copied again beside a running stream, under writers. */
final class RecopyIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final List<WorkloadTable> TABLES = List.of(NUMBERS, WORDS);
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();

    @SuppressWarnings("NullAway.Init")
    private static SeamServers servers;

    @TempDir
    private Path folder;

    private final CommandLineRun commands = new CommandLineRun();

    @BeforeAll
    static void startServers() {
        servers = SeamServers.start(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        servers.close();
    }

    @Test
    void damagedTarget_rangeThenRelationsCopiedAgain_equalUnderWriters() throws Exception {
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, 20_000, 11);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        JobConfig config = pair.config(folder, RELATIONS, 1_000);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            damage(pair);

            ask("recopy", "--relation", "public.numbers", "--range", "50000..70000", "--yes");
            RunFacts part = awaitDone(run, 1);
            assertThat(part.children())
                    .singleElement()
                    .satisfies(child ->
                            assertThat(child.relations().get(0).chunksTotal()).isBetween(2, 4));
            assertThat(count(pair, "SELECT count(*) FROM numbers WHERE id = 60001"))
                    .isZero();
            assertThat(count(pair, "SELECT count(*) FROM numbers WHERE id = 150001"))
                    .isOne();

            ask("recopy", "--relation", "public.numbers", "--yes");
            ask("recopy", "--relation", "public.words", "--yes");
            awaitDone(run, 3);
            long atEnd = workload.changes();
            run.await("changes behind the copy", facts -> workload.changes() > atEnd + 50 || !workload.running());
            workload.stop();
            RunFacts facts = run.awaitCaughtUp();
            run.stop();

            ComparisonReport compared = pair.compare(RELATIONS);
            assertThat(compared.isEqual()).as(compared.toString()).isTrue();
            requireEvidence(facts);
        }
    }

    /** The parent's own evidence is what it was; each child has counts and a handoff of its own. */
    private void requireEvidence(RunFacts facts) {
        assertThat(facts.state()).isEqualTo(RunState.STREAMING);
        assertThat(facts.relations()).allSatisfy(relation -> {
            assertThat(relation.state()).isEqualTo("copied");
            assertThat(relation.erasedRows()).isZero();
        });
        assertThat(facts.events()).hasSize(2);
        assertThat(facts.children()).hasSize(3).allSatisfy(child -> {
            assertThat(child.run().run().state()).isEqualTo(RunState.STREAM_HANDOFF_READY);
            assertThat(child.relations())
                    .singleElement()
                    .satisfies(relation -> assertThat(relation.erasedRows()).isPositive())
                    .satisfies(relation -> assertThat(relation.copiedRows()).isPositive());
        });
        assertThat(commands.handoff("status", "-c", yaml())).isZero();
        assertThat(commands.results()).contains("recopy public.numbers, ", "done as ", ".recopy-1");
    }

    @Test
    void copyUnderWay_jobKilled_resumedFromTheEvidenceAlone() throws Exception {
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, 20_000, 12);
        try (Rig rig = Rig.create(servers.source(), servers.target(), folder, plan);
                Workload workload = rig.write()) {
            JobProcess job = rig.start();
            rig.await(job, "a stream", Rig::streams);
            Path here = rig.config("here");
            TestServer.execute(rig.target(), "DELETE FROM numbers WHERE id % 3 = 0");
            assertThat(commands.handoff("tune", "-c", here.toString(), "--rows-per-second", "4000"))
                    .as(commands.all())
                    .isZero();
            assertThat(commands.handoff("recopy", "-c", here.toString(), "--relation", "public.numbers", "--yes"))
                    .as(commands.all())
                    .isZero();
            rig.await(
                    job,
                    "a part copied again",
                    facts -> facts.children().stream()
                            .flatMap(child -> child.relations().stream())
                            .anyMatch(relation -> relation.chunksCopied() > 2));
            job.kill();

            assertThat(commands.handoff("tune", "-c", here.toString(), "--rows-per-second", "0"))
                    .isZero();
            JobProcess again = rig.start("--fresh-state");
            rig.await(again, "the copy done", facts -> facts.controls().stream().noneMatch(c -> c.open()));
            workload.stop();
            rig.awaitCaughtUp(again);
            again.stop();
            rig.requireEqual();
            new EvidenceLaw(rig).require();
            rig.requireNothingTold();
        }
    }

    @Test
    void wordsAreCopiedAgainAsAWholeOnly_andNothingIsDoneWithoutYes() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), WorkloadPlan.eightWriters(TABLES, 100, 13));
        try (RunUnderTest run = RunUnderTest.start(pair.config(folder, RELATIONS, 50))) {
            run.awaitState(RunState.STREAMING);
            assertThat(commands.handoff("recopy", "-c", yaml(), "--relation", "public.words", "--range", "a..b"))
                    .isEqualTo(2);
            assertThat(commands.notes()).contains("only the source's server can order");
            assertThat(commands.handoff("recopy", "-c", yaml(), "--relation", "public.nothing"))
                    .isEqualTo(2);
            ask("recopy", "--relation", "public.numbers", "--range", "..10");
            assertThat(commands.results()).contains("chunks    1 of ", "dry run");
            ask("pause");
            ask("resume-copy");
            RunFacts facts = awaitDone(run, 2);
            assertThat(facts.children()).isEmpty();
            run.stop();
        }
    }

    /** Behind a lock of the table each, so that sink and test do not wait for each other. */
    private static void damage(SeamServers.Pair pair) throws SQLException {
        TestServer.execute(
                pair.target(),
                "BEGIN; LOCK TABLE numbers IN EXCLUSIVE MODE;"
                        + "INSERT INTO numbers VALUES (60001, 9, 'phantom'), (150001, 9, 'phantom');"
                        + "DELETE FROM numbers WHERE id BETWEEN 100 AND 3000;"
                        + "UPDATE numbers SET version = 5 WHERE id BETWEEN 60000 AND 61000; COMMIT",
                "BEGIN; LOCK TABLE words IN EXCLUSIVE MODE; DELETE FROM words WHERE id < 'b';"
                        + "INSERT INTO words VALUES ('phantom', 9, 'phantom'); COMMIT");
    }

    private static RunFacts awaitDone(RunUnderTest run, int requests) throws Exception {
        return run.await(
                requests + " requests done",
                facts -> facts.controls().size() == requests
                        && facts.controls().stream().allMatch(c -> c.state() == ControlState.DONE));
    }

    private static long count(SeamServers.Pair pair, String sql) throws SQLException {
        try (Connection connection = TestServer.open(pair.target());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void ask(String command, String... more) {
        String[] words = new String[more.length + 3];
        words[0] = command;
        words[1] = "-c";
        words[2] = yaml();
        System.arraycopy(more, 0, words, 3, more.length);
        assertThat(commands.handoff(words)).as(commands.all()).isZero();
    }

    private String yaml() {
        return folder.resolve("handoff.yaml").toString();
    }
}

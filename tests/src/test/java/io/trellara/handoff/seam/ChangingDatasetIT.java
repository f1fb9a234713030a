package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.demo.ComparisonReport;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.ControlAnswer;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.evidence.Tuning;
import io.trellara.handoff.harness.LooseWriter;
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
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relations that come and go between two starts, and schemas that change under a run, with writers all the time. */
final class ChangingDatasetIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final int ROWS = 2_000;

    @SuppressWarnings("NullAway.Init")
    private static SeamServers servers;

    @TempDir
    private Path folder;

    private final CommandLineRun commands = new CommandLineRun();

    /** What is done to a relation's schema at the source, and what an operator does at the target for it. */
    enum Ddl {
        ADDED("ALTER TABLE {t} ADD COLUMN extra integer DEFAULT 7", "ALTER TABLE {t} ADD COLUMN extra integer"),
        DROPPED("ALTER TABLE {t} DROP COLUMN amount", "ALTER TABLE {t} DROP COLUMN amount"),
        RENAMED("ALTER TABLE {t} RENAME COLUMN note TO remark", "ALTER TABLE {t} RENAME COLUMN note TO remark"),
        RETYPED(
                "ALTER TABLE {t} ALTER COLUMN amount TYPE text USING amount || ' pieces'",
                "ALTER TABLE {t} ALTER COLUMN amount TYPE text"),
        KEY("ALTER TABLE {t} DROP CONSTRAINT {t}_pkey, ADD PRIMARY KEY (code)", "DROP TABLE {t}"),
        RECREATED("DROP TABLE {t}; {make}", "SELECT 1");

        private final String source;
        private final String target;

        Ddl(String source, String target) {
            this.source = source;
            this.target = target;
        }

        String table() {
            return "t_" + name().toLowerCase(Locale.ROOT);
        }

        Relation relation() {
            return new Relation("public", table());
        }

        String atSource() {
            return source.replace("{t}", table()).replace("{make}", make(table()));
        }

        String atTarget() {
            return target.replace("{t}", table());
        }
    }

    @BeforeAll
    static void startServers() {
        servers = SeamServers.start(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        servers.close();
    }

    private static String make(String table) {
        return "CREATE TABLE " + table + " (id bigint PRIMARY KEY, code bigint NOT NULL UNIQUE, note text,"
                + " amount integer); INSERT INTO " + table
                + " SELECT n, n, 'row ' || n, n % 100 FROM generate_series(1, " + ROWS + ") n";
    }

    private static List<Relation> changing() {
        return Arrays.stream(Ddl.values()).map(Ddl::relation).toList();
    }

    private static List<Relation> with(List<Relation> relations, Relation... more) {
        List<Relation> all = new ArrayList<>(relations);
        all.addAll(List.of(more));
        return all;
    }

    @Test
    void everyKindOfChangeInMidCopy_handoffWithheldUntilRefreshed() throws Exception {
        refreshed(true);
    }

    @Test
    void everyKindOfChangeWhileStreaming_refreshedOverTheOldShapesThatAreStillInTheLog() throws Exception {
        refreshed(false);
    }

    private void refreshed(boolean midCopy) throws Exception {
        WorkloadPlan plan = WorkloadPlan.eightWriters(List.of(NUMBERS), 20_000, 21);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        for (Ddl ddl : Ddl.values()) {
            TestServer.execute(pair.source(), make(ddl.table()));
        }
        List<Relation> relations = with(changing(), NUMBERS.relation());
        JobConfig config = impatient(pair, relations);
        if (midCopy) {
            pace(config, 4_000);
        }
        try (Workload workload = Workload.start(pair.source(), plan);
                LooseWriter writer = new LooseWriter(pair.source(), changing(), ROWS, 5)) {
            try (RunUnderTest run = RunUnderTest.start(config)) {
                if (midCopy) {
                    run.await("a part of the copy", facts -> facts.chunksCopied() > 2);
                } else {
                    run.await("changes", facts -> facts.run().changes().forwarded() > 200);
                }
                for (Ddl ddl : Ddl.values()) {
                    TestServer.execute(pair.source(), ddl.atSource());
                }
                RunFacts halted = run.awaitHalt();
                assertThat(halted.events()).hasSize(midCopy ? 0 : relations.size());
                assertThat(ErrorCode.find(halted.run().failureCode().orElseThrow()))
                        .as("%s", halted.run())
                        .get()
                        .isIn(ErrorCode.SCHEMA_CHANGED, ErrorCode.IDENTITY_CHANGED, ErrorCode.PUBLICATION_CHANGED);
            }
            long before = writer.written();
            resume("resume", "--refresh-schema");
            assertThat(commands.results())
                    .contains(
                            changing().stream().map(r -> "relation " + r + ": ").toList())
                    .doesNotContain("relation public.numbers");
            for (Ddl ddl : Ddl.values()) {
                TestServer.execute(pair.target(), ddl.atTarget());
            }
            if (midCopy) {
                pace(config, 0);
            }
            try (RunUnderTest run = RunUnderTest.start(config)) {
                RunFacts done = awaitDone(run, Ddl.values().length);
                assertThat(done.events()).hasSize(midCopy ? 1 : relations.size());
                assertThat(done.relations())
                        .filteredOn(RelationRecord::retired)
                        .extracting(RelationRecord::relation)
                        .containsExactlyInAnyOrderElementsOf(changing());
                workload.stop();
                writer.stop();
                assertThat(writer.written()).isGreaterThan(before + 100);
                run.awaitCaughtUp();
                run.stop();
            }
            requireEqual(pair, relations);
        }
    }

    @Test
    void truncatedInMidCopy_haltsWhereSomeOfItsChunksHoldIt_andIsCopiedAgainByName() throws Exception {
        WorkloadPlan plan = WorkloadPlan.eightWriters(List.of(NUMBERS), 10_000, 22);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        TestServer.execute(pair.source(), make("emptied"));
        Relation emptied = new Relation("public", "emptied");
        JobConfig config = impatient(pair, List.of(emptied, NUMBERS.relation()));
        pace(config, 300);
        try (Workload workload = Workload.start(pair.source(), plan);
                LooseWriter writer = new LooseWriter(pair.source(), List.of(emptied), ROWS, 6)) {
            try (RunUnderTest run = RunUnderTest.start(config)) {
                run.await(
                        "a part of the relation",
                        facts -> facts.relations().stream()
                                .anyMatch(r -> r.relation().equals(emptied) && r.chunksCopied() > 0));
                TestServer.execute(pair.source(), "TRUNCATE emptied");
                pace(config, 0);
                RunFacts halted = run.awaitHalt();
                assertThat(halted.run().failureCode()).hasValue(ErrorCode.STREAM_TRUNCATE.label());
            }
            resume("resume", "--refresh-schema", "--relation", "public.emptied");
            try (RunUnderTest run = RunUnderTest.start(config)) {
                awaitDone(run, 1);
                workload.stop();
                writer.stop();
                run.awaitCaughtUp();
                run.stop();
            }
            requireEqual(pair, List.of(emptied, NUMBERS.relation()));
        }
    }

    @Test
    void aRelationComesAndAnotherGoes_underWriters_thenTheOtherComesBack() throws Exception {
        WorkloadTable words = WorkloadTable.text("words");
        WorkloadPlan plan = WorkloadPlan.eightWriters(List.of(NUMBERS, words), 20_000, 23);
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), plan);
        TestServer.execute(pair.source(), make("late"));
        Relation late = new Relation("public", "late");
        try (Workload workload = Workload.start(pair.source(), plan);
                LooseWriter writer = new LooseWriter(pair.source(), List.of(late), ROWS, 7)) {
            JobConfig first = pair.config(folder, List.of(NUMBERS.relation(), words.relation()), 1_000);
            try (RunUnderTest run = RunUnderTest.start(first)) {
                run.await("changes", facts -> facts.run().changes().forwarded() > 200);
                run.stop();
            }
            try (RunUnderTest run = RunUnderTest.start(pair.config(folder, List.of(NUMBERS.relation(), late), 1_000))) {
                RunFacts done = awaitDone(run, 2);
                assertThat(done.children())
                        .singleElement()
                        .satisfies(child -> assertThat(child.relations().get(0).erasedRows())
                                .isZero());
                long seen = done.run().changes().forwarded();
                run.await("more changes", facts -> facts.run().changes().forwarded() > seen + 100);
                run.stop();
            }
            List<Relation> all = List.of(NUMBERS.relation(), late, words.relation());
            JobConfig last = pair.config(folder, all, 1_000);
            try (RunUnderTest run = RunUnderTest.start(last)) {
                assertThat(run.awaitHalt().run().failureCode()).hasValue(ErrorCode.TARGET_NOT_EMPTY.label());
            }
            TestServer.execute(pair.target(), "TRUNCATE words");
            resume("resume");
            try (RunUnderTest run = RunUnderTest.startFresh(last)) {
                awaitDone(run, 3);
                workload.stop();
                writer.stop();
                RunFacts end = run.awaitCaughtUp();
                run.stop();
                assertThat(end.state()).isEqualTo(RunState.STREAMING);
                assertThat(end.events()).hasSize(2);
            }
            requireEqual(pair, all);
        }
    }

    /** A run that gives its view up soon where somebody's DDL waits for it. */
    private JobConfig impatient(SeamServers.Pair pair, List<Relation> relations) throws IOException {
        JobConfig unused = pair.config(folder, relations, 200);
        Path yaml = folder.resolve("handoff.yaml");
        return JobConfig.readYaml(Files.writeString(yaml, "source.ddl-wait: 1s\n", StandardOpenOption.APPEND));
    }

    /** In force from the job's next look at the evidence; before its first start at once. */
    private static void pace(JobConfig config, long rowsPerSecond) {
        SchemaMigrations.migrateEvidence(config.source().evidence());
        RunKey run = config.source().run();
        try (JdbcEvidenceStore store = new JdbcEvidenceStore(config.source().evidence(), "handoff test")) {
            Optional<RunWriter> first = store.run(run).isPresent()
                    ? Optional.empty()
                    : Optional.of(store.open(run, "copy-then-stream", "postgresql"));
            long request = store.request(ControlRequest.tune(
                    run,
                    new Tuning(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(rowsPerSecond)),
                    "test"));
            first.ifPresent(writer -> writer.answer(ControlAnswer.done(request)));
        }
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

    private void resume(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("-c");
        all.add(folder.resolve("handoff.yaml").toString());
        assertThat(commands.handoff(all.toArray(String[]::new)))
                .as(commands.all())
                .isZero();
    }

    private static void requireEqual(SeamServers.Pair pair, List<Relation> relations) throws SQLException {
        ComparisonReport compared = pair.compare(relations);
        assertThat(compared.isEqual()).as(compared.toString()).isTrue();
    }
}

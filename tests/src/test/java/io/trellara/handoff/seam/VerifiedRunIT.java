package io.trellara.handoff.seam;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerifiedRelation;
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
import io.trellara.handoff.model.RunKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a running job does once a verification of its run is concluded. */
final class VerifiedRunIT {
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

    @SuppressWarnings("NullAway.Init")
    private SeamServers.Pair pair;

    @SuppressWarnings("NullAway.Init")
    private JobConfig config;

    @BeforeAll
    static void startServers() {
        servers = SeamServers.start(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServers() throws SQLException {
        servers.close();
    }

    @BeforeEach
    void load() throws Exception {
        pair = servers.newPair();
        Workload.load(pair.source(), WorkloadPlan.eightWriters(TABLES, 400, 21));
        config = pair.config(folder, RELATIONS, 100);
    }

    @Test
    void verifiedRun_jobStartedAgain_staysVerifiedAndStreams() throws Exception {
        try (EvidenceStore evidence = evidence()) {
            try (RunUnderTest run = RunUnderTest.start(config)) {
                run.awaitState(RunState.STREAMING);
                assertThat(conclude(evidence, Verdict.VERIFIED, List.of())).isEqualTo(RunState.VERIFIED);
                awaitStreamed(run, 1_000_001);
                run.stop();
            }
            for (int start = 2; start <= 3; start++) {
                long row = 1_000_000L + start;
                try (RunUnderTest run = start == 2 ? RunUnderTest.startFresh(config) : RunUnderTest.start(config)) {
                    assertThat(awaitStreamed(run, row).state()).isEqualTo(RunState.VERIFIED);
                    run.stop();
                }
            }
            assertThat(evidence.transitions(key()))
                    .extracting(Transition::to)
                    .containsOnlyOnce(RunState.VERIFIED)
                    .endsWith(RunState.VERIFIED);
        }
    }

    @Test
    void divergedRun_streamsOnAndStartsAgain_repairedFromItsVerification_isVerified() throws Exception {
        try (EvidenceStore evidence = evidence()) {
            try (RunUnderTest run = RunUnderTest.start(config)) {
                run.awaitState(RunState.STREAMING);
                assertThat(conclude(evidence, Verdict.VERIFIED, List.of())).isEqualTo(RunState.VERIFIED);
                List<ChunkRecord> damaged = damage(run);
                assertThat(conclude(evidence, Verdict.DIVERGED, numbers(damaged)))
                        .isEqualTo(RunState.FAILED_RECOVERABLE);
                assertThat(awaitStreamed(run, 1_000_001).run()).returns(true, RunRecord::divergenceProven);
                run.stop();
            }
            try (RunUnderTest run = RunUnderTest.start(config)) {
                assertThat(awaitStreamed(run, 1_000_002).run()).returns(true, RunRecord::divergenceProven);
                assertThat(commands.handoff("resume", "-c", yaml())).isZero();
                assertThat(commands.results()).contains("has not halted");
                assertThat(pair.compare(RELATIONS).isEqual()).isFalse();

                assertThat(recopy("2")).as(commands.all()).isZero();
                assertThat(commands.results()).contains("relation  public.numbers", "chunks    2 of ", "dry run");
                assertThat(evidence.controls(key())).isEmpty();
                assertThat(recopy("2", "--yes")).as(commands.all()).isZero();
                RunFacts repaired = run.await("the repair", VerifiedRunIT::allDone);
                assertThat(repaired.run()).returns(true, RunRecord::divergenceProven);
                assertThat(repaired.children())
                        .singleElement()
                        .satisfies(child -> assertThat(child.relations().get(0).chunksTotal())
                                .isEqualTo(2));
                awaitStreamed(run, 1_000_003);
                assertThat(pair.compare(RELATIONS).isEqual()).isTrue();

                assertThat(conclude(evidence, Verdict.VERIFIED, List.of())).isEqualTo(RunState.VERIFIED);
                assertThat(awaitStreamed(run, 1_000_004).state()).isEqualTo(RunState.VERIFIED);
                run.stop();
            }
            assertThat(evidence.transitions(key()))
                    .extracting(Transition::to)
                    .endsWith(
                            RunState.STREAMING,
                            RunState.VERIFIED,
                            RunState.FAILED_RECOVERABLE,
                            RunState.COPYING_TABLE,
                            RunState.COPY_COMPLETE,
                            RunState.STREAM_HANDOFF_READY,
                            RunState.STREAMING,
                            RunState.VERIFIED);
            assertThat(commands.handoff("status", "-c", yaml())).isZero();
            assertThat(commands.results()).contains("verification", "diverged", "7 in public.numbers");
        }
    }

    @Test
    void repairsOnlyFromADivergenceOfThisRunWhoseChunksAreInForce() throws Exception {
        try (EvidenceStore evidence = evidence();
                RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            conclude(evidence, Verdict.VERIFIED, List.of());
            List<ChunkRecord> damaged = damage(run);
            conclude(evidence, Verdict.DIVERGED, numbers(damaged));
            assertUnusable("99", "no such verification of run");
            assertUnusable("1", "the verdict verified");
            assertThat(recopy("2", "--range", "1..2")).isEqualTo(2);
            assertThat(recopy("2", "--relation", "public.numbers")).isEqualTo(2);
            assertThat(commands.handoff("recopy", "-c", yaml())).isEqualTo(2);
            assertThat(evidence.controls(key())).isEmpty();

            assertThat(recopy("2", "--yes")).as(commands.all()).isZero();
            run.await("the repair", VerifiedRunIT::allDone);
            assertUnusable("2", "copied again or removed since");
            edit("UPDATE trellara.verification_tables SET divergent_chunks = '{0}'");
            assertUnusable("2", "rows that are not those that were recorded");
            run.stop();
        }
    }

    /** Empties two chunks at the target, but for their last rows. */
    private List<ChunkRecord> damage(RunUnderTest run) throws SQLException {
        List<ChunkRecord> chunks = run.chunks().stream()
                .filter(chunk -> chunk.id().relation().equals(NUMBERS.relation()))
                .filter(chunk -> chunk.range().lower().isPresent()
                        && chunk.range().upper().isPresent())
                .limit(2)
                .toList();
        assertThat(chunks).hasSize(2);
        for (ChunkRecord chunk : chunks) {
            TestServer.execute(
                    pair.target(),
                    "DELETE FROM numbers WHERE id > "
                            + chunk.range().lower().orElseThrow().cells().get(0) + " AND id < "
                            + chunk.range().upper().orElseThrow().cells().get(0));
        }
        return chunks;
    }

    private static List<Integer> numbers(List<ChunkRecord> chunks) {
        return chunks.stream().map(chunk -> chunk.id().number()).toList();
    }

    /** As a verifier would; what it found is the test's own work. */
    private RunState conclude(EvidenceStore evidence, Verdict verdict, List<Integer> divergent) {
        long id = evidence.beginVerification(key(), OptionalLong.empty(), "the test");
        RunRecord run = evidence.run(key()).orElseThrow();
        List<VerifiedRelation> relations = Stream.of(NUMBERS, WORDS)
                .map(table -> new VerifiedRelation(
                        table.relation(),
                        "plain-1",
                        400,
                        400,
                        4,
                        0,
                        0,
                        table.equals(NUMBERS) && !divergent.isEmpty() ? 7 : 0,
                        0,
                        "d",
                        "d",
                        table.equals(NUMBERS) ? divergent : List.of()))
                .toList();
        return evidence.concludeVerification(new VerificationOutcome(
                id, verdict, run.streamPosition(), run.streamPosition(), 1, 0, Optional.empty(), relations));
    }

    /** Inserts a row at the source, and waits until it is applied and durably so. */
    private RunFacts awaitStreamed(RunUnderTest run, long row) throws Exception {
        TestServer.execute(pair.source(), "INSERT INTO numbers VALUES (" + row + ", 1, 'late')");
        run.await("row " + row, facts -> count("SELECT count(*) FROM numbers WHERE id = " + row) == 1);
        Optional<?> before = run.await("a position", facts -> true).run().streamPosition();
        TestServer.execute(pair.source(), "UPDATE numbers SET version = 2 WHERE id = " + row);
        return run.await(
                "a durable position behind row " + row,
                facts -> !facts.run().streamPosition().equals(before)
                        && count("SELECT count(*) FROM numbers WHERE version = 2 AND id = " + row) == 1);
    }

    private long count(String sql) {
        try (Connection connection = TestServer.open(pair.target());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void edit(String sql) throws SQLException {
        TestServer.execute(
                config.source().evidence(),
                "ALTER TABLE trellara.verification_tables DISABLE TRIGGER USER",
                sql,
                "ALTER TABLE trellara.verification_tables ENABLE TRIGGER USER");
    }

    private void assertUnusable(String id, String why) {
        assertThat(recopy(id, "--yes")).isEqualTo(3);
        assertThat(commands.notes()).contains("VERIFICATION_UNUSABLE", "verification " + id, why);
    }

    private int recopy(String id, String... more) {
        return commands.handoff(
                Stream.concat(Stream.of("recopy", "-c", yaml(), "--from-verification", id), Stream.of(more))
                        .toArray(String[]::new));
    }

    private static boolean allDone(RunFacts facts) {
        return !facts.controls().isEmpty()
                && facts.controls().stream().map(ControlRecord::state).allMatch(ControlState.DONE::equals);
    }

    private EvidenceStore evidence() {
        return new JdbcEvidenceStore(config.source().evidence(), "handoff test verifier");
    }

    private RunKey key() {
        return config.source().run();
    }

    private String yaml() {
        return folder.resolve("handoff.yaml").toString();
    }
}

package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.CommandLineRun;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.job.VerifyJob;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifications that cannot come to an end, come twice, in part, or as a Flink job. */
final class VerifyTroubleIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final List<WorkloadTable> TABLES = List.of(NUMBERS, WORDS);
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();
    private static final VerifyOptions SHORT = new VerifyOptions(3, 2, 0, Duration.ofSeconds(2), 0, false);

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
    void noJobApplies_theTargetNeverReachesTheView_nothingIsConcluded() throws Exception {
        SeamServers.Pair pair = loaded(5_000);
        JobConfig config = pair.config(folder, RELATIONS, 1_000);
        try (RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            run.stop();
        }
        TestServer.execute(pair.source(), "UPDATE numbers SET version = 5 WHERE id = 10");
        assertThat(commands.handoff("verify", "-c", yaml(), "--wait", "1"))
                .as(commands.all())
                .isEqualTo(5);
        assertThat(commands.notes()).contains("VERIFY_TARGET_BEHIND", "a running job", "--wait");
        try (JdbcEvidenceStore evidence = evidence(config)) {
            assertThat(evidence.verifications(config.source().run()))
                    .singleElement()
                    .satisfies(v -> assertThat(v.verdict()).isEqualTo(Verdict.FAILED));
            assertThat(evidence.run(config.source().run()).orElseThrow().state())
                    .isEqualTo(RunState.STREAMING);
        }
        assertThat(temporarySlots(pair)).isZero();
    }

    /** The rule taken away: a target that is believed to have reached the view is called divergent. */
    @Test
    void withoutTheWaitForTheLedger_aTargetThatLagsIsCalledDivergent() throws Exception {
        SeamServers.Pair pair = loaded(5_000);
        JobConfig config = pair.config(folder, RELATIONS, 1_000);
        try (RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            run.stop();
        }
        TestServer.execute(pair.source(), "UPDATE numbers SET version = 5 WHERE id = 10");
        try (VerifyUnderTest verify = VerifyUnderTest.of(config).target(VerifyTroubleIT::ahead)) {
            assertThat(verify.verify(SHORT).verdict()).isEqualTo(Verdict.DIVERGED);
        }
    }

    @Test
    void aKeyThatChangesAllTheTime_isNeverCalledDivergent_andTheVerdictSaysHowManyThereAre() throws Exception {
        SeamServers.Pair pair = loaded(3_000);
        JobConfig config = pair.config(folder, RELATIONS, 1_000);
        AtomicBoolean enough = new AtomicBoolean();
        try (RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            CompletableFuture<Void> hot = CompletableFuture.runAsync(() -> heat(pair, enough));
            try {
                assertThat(commands.handoff("verify", "-c", yaml(), "--rounds", "2", "--json"))
                        .as(commands.all())
                        .isEqualTo(5);
            } finally {
                enough.set(true);
                hot.join();
            }
            assertThat(commands.results()).contains("\"inconclusive\"", "\"hot_keys\" : 1,", "\"different\" : 0");
            assertThat(commands.handoff("verify", "-c", yaml()))
                    .as(commands.all())
                    .isZero();
            run.stop();
        }
    }

    @Test
    void twoAtOnce_bothConverge_andAPartIsNotTheWhole() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, 20_000, 5);
        Workload.load(pair.source(), plan);
        JobConfig config = pair.config(folder, RELATIONS, 2_000);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            assertThat(commands.handoff("verify", "-c", yaml(), "--relation", "public.words"))
                    .as(commands.all())
                    .isZero();
            assertThat(run.await("the evidence", facts -> true).state())
                    .as("a part of the run was verified")
                    .isEqualTo(RunState.STREAMING);
            CommandLineRun second = new CommandLineRun();
            CompletableFuture<Integer> beside =
                    CompletableFuture.supplyAsync(() -> second.handoff("verify", "-c", yaml()));
            assertThat(commands.handoff("verify", "-c", yaml()))
                    .as(commands.all())
                    .isZero();
            assertThat(beside.join()).as(second.all()).isZero();
            assertThat(run.await("the evidence", facts -> true).state()).isEqualTo(RunState.VERIFIED);
            workload.stop();
            run.stop();
        }
    }

    /** Nothing is in the log behind the view, so it tells no place. */
    @Test
    void aQuietMysqlThatHasStreamedBefore_isVerified() throws Exception {
        try (SeamServers quiet =
                SeamServers.of(MysqlTestServer.startFair(MysqlVersion.V9_7), Servers.target(PostgresVersion.V17))) {
            SeamServers.Pair pair = quiet.newPair();
            WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, 3_000, 7);
            Workload.load(pair.source(), plan);
            try (Workload workload = Workload.start(pair.source(), plan);
                    RunUnderTest run = RunUnderTest.start(pair.config(folder, RELATIONS, 1_000))) {
                run.awaitState(RunState.STREAMING);
                workload.stop();
                run.awaitApplied();
                assertThat(commands.handoff("verify", "-c", yaml(), "--wait", "20"))
                        .as(commands.all())
                        .isZero();
                run.stop();
            }
        }
    }

    @Test
    void asAFlinkJob_rangesAreComparedByItsTasks() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        WorkloadPlan plan = WorkloadPlan.eightWriters(TABLES, 20_000, 6);
        Workload.load(pair.source(), plan);
        TestServer.execute(pair.source(), "INSERT INTO numbers VALUES (15, 0, 'quiet'), (25, 0, 'quiet')");
        JobConfig config = pair.config(folder, RELATIONS, 2_000);
        try (Workload workload = Workload.start(pair.source(), plan);
                RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            run.awaitApplied();
            assertThat(asJob(config).verdict()).isEqualTo(Verdict.VERIFIED);
            TestServer.execute(
                    pair.target(),
                    "DELETE FROM numbers WHERE id = 15",
                    "UPDATE numbers SET pad = 'other' WHERE id = 25");
            VerificationOutcome outcome = asJob(config);
            assertThat(outcome.verdict()).isEqualTo(Verdict.DIVERGED);
            assertThat(outcome.relations().get(0)).satisfies(numbers -> {
                assertThat(numbers.missing()).isEqualTo(1);
                assertThat(numbers.different()).isEqualTo(1);
                assertThat(numbers.divergentChunks()).containsExactly(0);
            });
            workload.stop();
            run.stop();
        }
    }

    private static VerificationOutcome asJob(JobConfig config) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2);
        return VerifyJob.run(env, config, List.of(), VerifyOptions.DEFAULT);
    }

    private SeamServers.Pair loaded(long rows) throws SQLException {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), WorkloadPlan.eightWriters(TABLES, rows, 3));
        return pair;
    }

    private static JdbcEvidenceStore evidence(JobConfig config) {
        return new JdbcEvidenceStore(config.source().evidence(), "handoff test");
    }

    /** A control that says of every lane that it is far ahead. */
    private static TargetControl ahead(TargetControl control) {
        return VerifyUnderTest.instead(
                TargetControl.class, control, "ledger", none -> Optional.of(new Lsn(Long.MAX_VALUE)));
    }

    private static long temporarySlots(SeamServers.Pair pair) throws SQLException {
        try (Connection connection = TestServer.open(pair.source());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_replication_slots WHERE temporary")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void heat(SeamServers.Pair pair, AtomicBoolean enough) {
        try (Connection connection = TestServer.open(pair.source());
                Statement statement = connection.createStatement()) {
            while (!enough.get()) {
                statement.execute("UPDATE numbers SET version = version + 1 WHERE id = 10");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String yaml() {
        return folder.resolve("handoff.yaml").toString();
    }
}

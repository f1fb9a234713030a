package io.trellara.handoff.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.harness.RunUnderTest;
import io.trellara.handoff.harness.SeamServers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.harness.Workload;
import io.trellara.handoff.harness.WorkloadPlan;
import io.trellara.handoff.harness.WorkloadTable;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must not end in a verdict does not, and rows of others are not called divergent. */
final class VerifyDefectsIT {
    private static final WorkloadTable NUMBERS = WorkloadTable.bigint("numbers");
    private static final WorkloadTable WORDS = WorkloadTable.text("words");
    private static final List<WorkloadTable> TABLES = List.of(NUMBERS, WORDS);
    private static final List<Relation> RELATIONS =
            TABLES.stream().map(WorkloadTable::relation).toList();
    private static final VerifyOptions QUICK = new VerifyOptions(3, 2, 0, Duration.ofSeconds(20), 0, false);

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
    void aReaderOrTheLogThatDiesOfAnError_endsInNoVerdict() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), WorkloadPlan.eightWriters(TABLES, 3_000, 3));
        JobConfig config = pair.config(folder, RELATIONS, 1_000);
        try (RunUnderTest run = RunUnderTest.start(config)) {
            run.awaitState(RunState.STREAMING);
            for (UnaryOperator<Dialect> broken :
                    List.<UnaryOperator<Dialect>>of(VerifyDefectsIT::readersDie, VerifyDefectsIT::logDies)) {
                try (VerifyUnderTest verify = VerifyUnderTest.of(config).source(broken)) {
                    assertThatThrownBy(() -> verify.verify(QUICK)).isInstanceOf(StackOverflowError.class);
                    assertThat(verify.recorded().get(0))
                            .returns(Verdict.FAILED, VerificationRecord::verdict)
                            .satisfies(v -> assertThat(v.reason()).contains("a defect: StackOverflowError"));
                }
            }
            assertThat(run.await("the evidence", facts -> true).state()).isEqualTo(RunState.STREAMING);
            run.stop();
        }
    }

    /** All but the reader's very first entrance. */
    private static Dialect readersDie(Dialect source) {
        return VerifyUnderTest.instead(Dialect.class, source, "openComparedSession", arguments -> {
            ComparedSession session = source.openComparedSession(
                    (String) arguments[0],
                    (ViewTicket) arguments[1],
                    VerifyUnderTest.contract(arguments[2]),
                    (WaitListener) arguments[3]);
            return VerifyUnderTest.instead(ComparedSession.class, session, "enter", entered -> {
                RelationSchema schema = (RelationSchema) entered[0];
                if (schema.relation().equals(WORDS.relation())) {
                    throw new StackOverflowError();
                }
                return session.enter(schema);
            });
        });
    }

    private static Dialect logDies(Dialect source) {
        return VerifyUnderTest.viewed(
                source,
                view -> VerifyUnderTest.instead(ComparedView.class, view, "changes", contract -> {
                    ChangeStream changes = view.changes(VerifyUnderTest.contract(contract[0]));
                    return VerifyUnderTest.instead(ChangeStream.class, changes, "poll", a -> {
                        throw new StackOverflowError();
                    });
                }));
    }

    /** Else nobody would know of it any more, and a later incremental verification would pass it over. */
    @Test
    void divergenceThatIsProvenOutlivesALaterRoundThatFails() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), WorkloadPlan.eightWriters(TABLES, 3_000, 3));
        JobConfig config = pair.config(folder, RELATIONS, 1_000);
        AtomicInteger views = new AtomicInteger();
        Finding lost = new Finding(ErrorCode.VIEW_LOST, "view", "nothing", "a view", "try again");
        try (RunUnderTest run = RunUnderTest.start(config);
                VerifyUnderTest verify = VerifyUnderTest.of(config)) {
            run.awaitState(RunState.STREAMING);
            TestServer.execute(pair.target(), "DELETE FROM numbers WHERE id IN (10, 20)");
            VerificationOutcome outcome = verify.source(source -> VerifyUnderTest.instead(
                            Dialect.class,
                            VerifyUnderTest.viewed(source, view -> {
                                if (views.incrementAndGet() == 2) {
                                    view.close();
                                    throw new HandoffException(lost);
                                }
                                return view;
                            }),
                            "visibleEnd",
                            arguments -> {
                                // One of the two is changed meanwhile, so that there is a second round.
                                TestServer.execute(pair.source(), "DELETE FROM numbers WHERE id = 20");
                                return source.visibleEnd((String) arguments[0], (Position) arguments[1]);
                            }))
                    .verify(QUICK);
            assertThat(outcome.verdict()).isEqualTo(Verdict.DIVERGED);
            assertThat(outcome.relations().get(0).missing()).isOne();
            assertThat(outcome.reason().orElseThrow())
                    .contains("1 missing", "a later round failed: ")
                    .contains(ErrorCode.VIEW_LOST.label());
            assertThat(verify.recorded().get(0)).returns(Verdict.DIVERGED, VerificationRecord::verdict);
            assertThat(run.await("the evidence", facts -> true).state()).isEqualTo(RunState.FAILED_RECOVERABLE);
            run.stop();
        }
        assertThat(views).hasValue(2);
    }

    @Test
    void mergedIntoATargetOfOthers_theirRowsAreNotCalledDivergent_butWithoutTheRuleTheyAre() throws Exception {
        SeamServers.Pair pair = servers.newPair();
        Workload.load(pair.source(), WorkloadPlan.eightWriters(TABLES, 3_000, 3));
        for (WorkloadTable table : TABLES) {
            TestServer.execute(pair.target(), table.ddl(pair.target().kind()));
        }
        TestServer.execute(
                pair.target(),
                "INSERT INTO numbers VALUES (-5, 0, 'another''s'), (25, 0, 'another''s'), (99999999, 0, 'another''s')",
                "INSERT INTO words VALUES ('another''s', 0, 'x')");
        pair.config(folder, RELATIONS, 1_000);
        JobConfig config = JobConfig.readYaml(Files.writeString(
                folder.resolve("handoff.yaml"), "target.existing: merge\n", StandardOpenOption.APPEND));
        try (RunUnderTest run = RunUnderTest.start(config);
                VerifyUnderTest verify = VerifyUnderTest.of(config)) {
            run.awaitState(RunState.STREAMING);
            VerificationOutcome clean = verify.verify(QUICK);
            assertThat(clean.verdict()).isEqualTo(Verdict.VERIFIED);
            assertThat(clean.relations().get(0).targetRows()).isEqualTo(3_003);
            assertThat(run.await("the evidence", facts -> true).state()).isEqualTo(RunState.VERIFIED);

            TestServer.execute(pair.target(), "DELETE FROM numbers WHERE id = 10");
            VerificationOutcome lost = verify.verify(QUICK);
            assertThat(lost.verdict()).isEqualTo(Verdict.DIVERGED);
            assertThat(lost.relations().get(0).missing()).isOne();
            assertThat(lost.relations().get(0).extra()).isZero();

            // The rule taken away.
            assertThat(verify.merged(false).verify(QUICK).relations().get(0).extra())
                    .isEqualTo(3);
            run.stop();
        }
    }
}

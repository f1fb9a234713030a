package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What verdicts do to their run, beside its coordinator and beside each other. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class VerificationMovesIT {
    private static final String DIVERGENCE = ErrorCode.DIVERGENCE_PROVEN.label();
    private static final String SLOT_LOST = ErrorCode.SLOT_LOST.label();

    private static EvidenceServer server;
    private static int databases;

    @Parameter
    private EvidenceServer.Kind kind;

    private EvidenceDatabase database;
    private JdbcEvidenceStore store;
    private EvidenceRun run;

    @BeforeParameterizedClassInvocation
    static void start(EvidenceServer.Kind kind) {
        server = EvidenceServer.start(kind);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    @BeforeEach
    void streamingRun() throws SQLException {
        database = EvidenceDatabase.create(server, "moves_" + ++databases);
        store = database.store();
        run = new EvidenceRun(store).copyAll();
        run.writer().completeCopy(List.of());
        run.writer().promote(EvidenceRun.streamed(4, "0/6000"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void everyVerdictMovesEveryStateByTheTable() throws SQLException {
        for (RunState state : RunState.values()) {
            for (Verdict verdict : List.of(Verdict.VERIFIED, Verdict.DIVERGED, Verdict.INCONCLUSIVE, Verdict.FAILED)) {
                for (String code :
                        state == RunState.FAILED_RECOVERABLE ? List.of(DIVERGENCE, SLOT_LOST) : List.of("")) {
                    set(RunState.STREAMING, "");
                    long id = VerificationSamples.begin(store);
                    set(state, code);
                    int before = store.transitions(RUN).size();
                    RunState after = store.concludeVerification(VerificationSamples.outcome(id, verdict));

                    List<RunState> moves = expected(state, code, verdict);
                    assertThat(store.transitions(RUN).stream().skip(before).map(Transition::to))
                            .as("%s: %s %s, %s", kind, state, code, verdict)
                            .containsExactlyElementsOf(moves);
                    assertThat(after)
                            .isEqualTo(run.row().state())
                            .isEqualTo(moves.isEmpty() ? state : moves.get(moves.size() - 1));
                }
            }
        }
    }

    private static List<RunState> expected(RunState state, String code, Verdict verdict) {
        boolean divergence = code.equals(DIVERGENCE);
        return switch (verdict) {
            case VERIFIED ->
                divergence
                        ? List.of(
                                RunState.COPYING_TABLE,
                                RunState.COPY_COMPLETE,
                                RunState.STREAM_HANDOFF_READY,
                                RunState.STREAMING,
                                RunState.VERIFIED)
                        : state == RunState.STREAMING ? List.of(RunState.VERIFIED) : List.of();
            case DIVERGED ->
                divergence || state == RunState.STREAMING || state == RunState.VERIFIED
                        ? List.of(RunState.FAILED_RECOVERABLE)
                        : List.of();
            default -> List.of();
        };
    }

    @Test
    void aDivergenceSaysWhatDiffersAndANewerOneTakesItsPlace() {
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        assertThat(run.row())
                .returns(true, RunRecord::divergenceProven)
                .returns(Optional.of("verification 1: orders differ\nand \\ more"), RunRecord::failureReason);
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        assertThat(run.row().failureReason()).contains("verification 2: orders differ\nand \\ more");
        VerificationSamples.conclude(store, Verdict.VERIFIED);
        assertThat(run.row())
                .returns(RunState.VERIFIED, RunRecord::state)
                .returns(Optional.empty(), RunRecord::failureCode)
                .returns(Optional.empty(), RunRecord::failureReason);
    }

    @Test
    void whatStopsTheJobOutranksAProvenDivergence() {
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        run.writer().halt(SLOT_LOST, "the slot is lost");
        assertThat(run.row().failureCode()).contains(SLOT_LOST);
        assertThat(VerificationSamples.conclude(store, Verdict.VERIFIED)).isEqualTo(RunState.FAILED_RECOVERABLE);
        assertThat(run.row())
                .returns(true, RunRecord::halted)
                .returns(Optional.of("the slot is lost"), RunRecord::failureReason);
    }

    @Test
    void whatIsConcludedOfAnOlderLookDoesNotOverrideANewerDivergence() {
        long older = VerificationSamples.begin(store);
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        assertThat(store.concludeVerification(VerificationSamples.outcome(older, Verdict.VERIFIED)))
                .isEqualTo(RunState.FAILED_RECOVERABLE);
        assertThat(run.row())
                .returns(true, RunRecord::divergenceProven)
                .satisfies(row -> assertThat(row.failureReason().orElseThrow()).startsWith("verification 2: "));

        assertThat(VerificationSamples.conclude(store, Verdict.VERIFIED))
                .as("one that began behind the divergence")
                .isEqualTo(RunState.VERIFIED);
    }

    /** One that diverged before this one began has been looked at again by it, whoever of the two has the last word. */
    @Test
    void twoThatDivergeAtOnce_theRunIsVerifiedByOneThatBeganBehindBoth() {
        long first = VerificationSamples.begin(store);
        long second = VerificationSamples.begin(store);
        store.concludeVerification(VerificationSamples.outcome(first, Verdict.DIVERGED));
        assertThat(store.concludeVerification(VerificationSamples.outcome(second, Verdict.VERIFIED)))
                .as("it may have read what the other found before it was found")
                .isEqualTo(RunState.FAILED_RECOVERABLE);
        assertThat(VerificationSamples.conclude(store, Verdict.VERIFIED)).isEqualTo(RunState.VERIFIED);
    }

    /** The twin: who does not look at verifications beside it takes a divergence back that it has not seen. */
    @Test
    void withoutTheLookAtOthersAnOlderVerificationWouldTakeADivergenceBack() {
        long older = VerificationSamples.begin(store);
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        RunDraft draft = new RunDraft(run.row());
        VerificationMoves.apply(draft, VerificationSamples.outcome(older, Verdict.VERIFIED), true);
        assertThat(draft.state()).isEqualTo(RunState.VERIFIED);
    }

    @Test
    void theCoordinatorWritesOnUnderItsFenceAndAnOlderOneStaysFencedOut() throws SQLException {
        EvidenceRun newer = new EvidenceRun(store);
        String columns = "SELECT concat(fence, '/', revision) FROM trellara.snapshot_runs";
        List<String> before = database.column(columns);
        VerificationSamples.conclude(store, Verdict.VERIFIED);
        assertThat(database.column(columns)).isEqualTo(before);

        assertCode(ErrorCode.FENCED_OUT, () -> run.writer().promote(EvidenceRun.streamed(8, "0/8000")));
        newer.writer().promote(EvidenceRun.streamed(9, "0/9000"));
        assertThat(newer.row())
                .returns(RunState.VERIFIED, RunRecord::state)
                .returns(Optional.of(Lsn.parse("0/9000")), RunRecord::streamPosition);
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        newer.writer().promote(EvidenceRun.streamed(10, "0/A000"));
        assertThat(newer.row())
                .returns(true, RunRecord::divergenceProven)
                .returns(Optional.of(Lsn.parse("0/A000")), RunRecord::streamPosition);
        assertThat(store.transitions(RUN).stream().map(Transition::fence))
                .endsWith(newer.writer().fence());
    }

    @Test
    void haltRun_concludeVerified_seesTheHalt() throws Exception {
        long id = VerificationSamples.begin(store);
        try (Connection coordinator = database.connect();
                Statement statement = coordinator.createStatement()) {
            coordinator.setAutoCommit(false);
            statement.execute(HALT);
            CompletableFuture<RunState> concluded = CompletableFuture.supplyAsync(
                    () -> store.concludeVerification(VerificationSamples.outcome(id, Verdict.VERIFIED)));
            assertThatThrownBy(() -> concluded.get(Duration.ofMillis(500).toMillis(), TimeUnit.MILLISECONDS))
                    .as("it waits for the run's row")
                    .isInstanceOf(TimeoutException.class);
            coordinator.commit();
            assertThat(concluded.join()).isEqualTo(RunState.FAILED_RECOVERABLE);
        }
        assertThat(run.row()).returns(true, RunRecord::halted);
        assertThat(store.verifications(RUN).get(0).verdict()).isEqualTo(Verdict.VERIFIED);
    }

    /** The twin: who reads the state without the row's lock writes a move that may not follow any more. */
    @Test
    void withoutTheRowsLockAHaltedRunWouldBeVerified() throws SQLException {
        try (Connection verifier = database.connect();
                Statement statement = verifier.createStatement()) {
            verifier.setAutoCommit(false);
            RunRecord read = run.row();
            database.execute(HALT);
            RunDraft draft = new RunDraft(read);
            VerificationMoves.apply(draft, VerificationSamples.outcome(1, Verdict.VERIFIED), true);
            statement.execute("UPDATE trellara.snapshot_runs SET state = '"
                    + draft.state().text() + "'");
            verifier.commit();
        }
        assertThat(run.row())
                .returns(RunState.VERIFIED, RunRecord::state)
                .returns(Optional.of(SLOT_LOST), RunRecord::failureCode);
    }

    private static final String HALT = "UPDATE trellara.snapshot_runs SET state = 'failed_recoverable',"
            + " failure_reason = 'lost', failure_code = '" + SLOT_LOST + "', revision = revision + 1";

    /** Puts the run there, whatever the table of moves says. */
    private void set(RunState state, String code) throws SQLException {
        boolean failed = state == RunState.FAILED_RECOVERABLE;
        database.execute("UPDATE trellara.snapshot_runs SET state = '" + state.text() + "', failure_code = "
                + (failed ? "'" + code + "'" : "NULL") + ", failure_reason = " + (failed ? "'before'" : "NULL"));
    }

    private static void assertCode(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}

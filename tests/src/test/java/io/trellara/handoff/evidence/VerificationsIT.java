package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.ORDERS;
import static io.trellara.handoff.evidence.EvidenceRun.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What verifications record, and what they refuse to say of relations that are copied again. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class VerificationsIT {
    private static final String SLOT_LOST = ErrorCode.SLOT_LOST.label();
    private static final RunKey CHILD = ChildRun.key(RUN, ChildKind.RECOPY, 1);
    private static final Lsn FLOOR = Lsn.parse("0/9000");

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
        database = EvidenceDatabase.create(server, "verifications_" + ++databases);
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
    void readsBackWhatWasConcludedNewestFirst() {
        long failed = VerificationSamples.begin(store);
        store.concludeVerification(VerificationSamples.outcome(failed, Verdict.FAILED));
        long diverged = VerificationSamples.begin(store);
        VerificationOutcome outcome = VerificationSamples.outcome(diverged, Verdict.DIVERGED);
        store.concludeVerification(outcome);
        long killed = VerificationSamples.begin(store);

        assertThat(store.verifications(RUN))
                .extracting(VerificationRecord::id)
                .as("at %s", kind)
                .containsExactly(killed, diverged, failed);
        assertThat(store.verifications(RUN).get(0))
                .returns(Verdict.RUNNING, VerificationRecord::verdict)
                .returns(Optional.empty(), VerificationRecord::finishedAt)
                .returns(Optional.empty(), VerificationRecord::evidenceSha256);
        VerificationRecord row = store.verifications(RUN).get(1);
        assertThat(row)
                .returns("ann", VerificationRecord::requestedBy)
                .returns(VerificationRecord.FULL, VerificationRecord::mode)
                .returns(outcome.boundary(), VerificationRecord::boundary)
                .returns(outcome.until(), VerificationRecord::until)
                .returns(outcome.reason(), VerificationRecord::reason)
                .returns(40L, VerificationRecord::comparedRows);
        assertThat(row.finishedAt().orElseThrow()).isAfterOrEqualTo(row.startedAt());
        assertThat(store.verifiedRelations(diverged)).isEqualTo(outcome.relations());
        assertThat(store.verifiedRelations(killed)).isEmpty();
    }

    @Test
    void concludingAgainChangesNothingAndOtherwiseIsAConflict() throws SQLException {
        long id = VerificationSamples.begin(store);
        store.concludeVerification(VerificationSamples.outcome(id, Verdict.VERIFIED));
        List<String> before = database.image();
        assertThat(store.concludeVerification(VerificationSamples.outcome(id, Verdict.VERIFIED)))
                .isEqualTo(RunState.VERIFIED);
        for (Verdict other : List.of(Verdict.DIVERGED, Verdict.INCONCLUSIVE, Verdict.FAILED)) {
            assertCode(
                    ErrorCode.EVIDENCE_CONFLICT,
                    () -> store.concludeVerification(VerificationSamples.outcome(id, other)));
        }
        assertCode(
                ErrorCode.EVIDENCE_CONFLICT,
                () -> store.concludeVerification(VerificationSamples.outcome(id + 1, Verdict.FAILED)));
        assertThat(database.image()).isEqualTo(before);
    }

    @Test
    void isRefusedBeforeTheRunStreamsAndNamesTheState() throws SQLException {
        for (RunState state : RunState.values()) {
            set(state, SLOT_LOST);
            if (List.of(RunState.STREAMING, RunState.VERIFIED, RunState.FAILED_RECOVERABLE)
                    .contains(state)) {
                VerificationSamples.begin(store);
            } else {
                assertThatThrownBy(() -> VerificationSamples.begin(store))
                        .hasMessageContaining(ErrorCode.VERIFY_TOO_EARLY.label())
                        .hasMessageContaining("state " + state.text());
            }
        }
        RunKey never = new RunKey("shop", "orders", "never");
        assertCode(ErrorCode.RUN_MISSING, () -> store.beginVerification(never, OptionalLong.empty(), "ann"));
        RunWriter early = store.open(never, "copy-then-stream", "postgresql");
        early.recordSlot("handoff_never", FLOOR);
        early.halt(SLOT_LOST, "before it ever streamed");
        assertCode(ErrorCode.VERIFY_TOO_EARLY, () -> store.beginVerification(never, OptionalLong.empty(), "ann"));
    }

    @Test
    void isRefusedWhileRelationsAreCopiedAgainAndNamesThem() {
        long request = recopyOfOrders();
        assertNamesOrders(() -> VerificationSamples.begin(store));
        RunWriter child = planned(request);
        assertNamesOrders(() -> VerificationSamples.begin(store));
        copied(child);
        run.writer().answer(ControlAnswer.done(request));
        VerificationSamples.begin(store);
    }

    @Test
    void provesNothingOfARelationThatWasCopiedAgainMeanwhile() throws SQLException {
        long overtaken = VerificationSamples.begin(store);
        long request = recopyOfOrders();
        RunWriter child = planned(request);
        List<String> before = database.image();
        assertNamesOrders(() -> store.concludeVerification(VerificationSamples.outcome(overtaken, Verdict.DIVERGED)));
        assertThat(database.image()).isEqualTo(before);
        copied(child);
        run.writer().answer(ControlAnswer.done(request));
        assertNamesOrders(() -> store.concludeVerification(VerificationSamples.outcome(overtaken, Verdict.DIVERGED)));
        assertNamesOrders(() -> store.concludeVerification(VerificationSamples.outcome(overtaken, Verdict.VERIFIED)));
        store.concludeVerification(VerificationSamples.outcome(overtaken, Verdict.INCONCLUSIVE));
        assertThat(run.row().state()).isEqualTo(RunState.STREAMING);

        assertThat(VerificationSamples.conclude(store, Verdict.VERIFIED)).isEqualTo(RunState.VERIFIED);
    }

    /** The twin: who does not look at the copies takes erased rows for lost ones. */
    @Test
    void withoutTheLookAtCopiesARunWouldFailForOne() {
        RunWriter unused = planned(recopyOfOrders());
        RunDraft draft = new RunDraft(run.row());
        VerificationMoves.apply(draft, VerificationSamples.outcome(1, Verdict.DIVERGED), true);
        assertThat(draft.state()).isEqualTo(RunState.FAILED_RECOVERABLE);
    }

    @Test
    void provesNothingOfARelationThatHasLeftMeanwhile() {
        long overtaken = VerificationSamples.begin(store);
        long request = store.request(ControlRequest.of(RUN, ControlKind.REMOVE, ORDERS, "ann"));
        run.writer().remove(ORDERS, request);
        assertNamesOrders(() -> store.concludeVerification(VerificationSamples.outcome(overtaken, Verdict.DIVERGED)));
    }

    @Test
    void everyEditOfAConcludedRowShowsInTheDigest() throws SQLException {
        VerificationSamples.conclude(store, Verdict.DIVERGED);
        assertThat(store.verifications(RUN).get(0).evidenceSha256()).contains(digest());
        unguarded();
        if (!database.mysql()) {
            database.execute("ALTER TABLE trellara.verification_runs DROP CONSTRAINT verification_runs_base");
        }
        String none = database.mysql() ? "CAST('[1]' AS json)" : "'{1}'";
        List<String> edits = new ArrayList<>();
        for (String edit : List.of(
                "mode = 'incremental'",
                "boundary = '0/7001'",
                "until_position = NULL",
                "rounds = 4",
                "compared_rows = compared_rows + 1",
                "hot_keys = 2",
                "reason = 'orders differ'",
                "requested_by = 'bob'",
                "started_at = finished_at",
                "finished_at = '2031-01-01 00:00:00'",
                "base_id = id",
                "since_position = '0/6001'",
                "all_ranges = 9",
                "compared_ranges = 3",
                "verdict = 'inconclusive'")) {
            edits.add("UPDATE trellara.verification_runs SET " + edit);
        }
        for (String edit : List.of(
                "relation = 'public.others'",
                "form = 'plain-2'",
                "source_rows = 21",
                "target_rows = 20",
                "chunks = 3",
                "missing = 0",
                "extra = 0",
                "different = 0",
                "set_aside = 0",
                "source_digest = '20:1:3'",
                "target_digest = '20:1:3'",
                "divergent_chunks = " + none)) {
            edits.add("UPDATE trellara.verification_tables SET " + edit + " WHERE relation IN ('public.orders',"
                    + " 'public.others')");
        }
        edits.add("DELETE FROM trellara.verification_tables WHERE relation = 'public.lines'");
        for (String edit : edits) {
            String before = digest();
            database.execute(edit);
            assertThat(digest()).as(edit).isNotEqualTo(before);
        }
    }

    private String digest() {
        VerificationRecord row = store.verifications(RUN).get(0);
        return VerificationDigest.sha256(row, store.verifiedRelations(row.id()));
    }

    private void unguarded() throws SQLException {
        List<String> statements = database.mysql()
                ? database.column("SELECT concat('DROP TRIGGER trellara.', trigger_name) FROM"
                        + " information_schema.triggers WHERE event_object_table LIKE 'verification%'")
                : List.of(
                        "ALTER TABLE trellara.verification_runs DISABLE TRIGGER USER",
                        "ALTER TABLE trellara.verification_tables DISABLE TRIGGER USER");
        database.execute(statements.toArray(String[]::new));
    }

    /** Puts the run there, whatever the table of moves says. */
    private void set(RunState state, String code) throws SQLException {
        boolean failed = state == RunState.FAILED_RECOVERABLE;
        database.execute("UPDATE trellara.snapshot_runs SET state = '" + state.text() + "', failure_code = "
                + (failed ? "'" + code + "'" : "NULL") + ", failure_reason = " + (failed ? "'before'" : "NULL"));
    }

    private long recopyOfOrders() {
        return store.request(ControlRequest.recopy(RUN, ORDERS, List.of(), "ann"));
    }

    private RunWriter planned(long request) {
        return run.writer()
                .planChild(new ChildPlan(
                        ChildKind.RECOPY,
                        request,
                        EvidenceRun.schema(ORDERS),
                        Map.of(new ChunkId(ORDERS, 2), KeyRange.ALL)));
    }

    private void copied(RunWriter child) {
        child.recordSlot("handoff_orders", FLOOR);
        child.openWave(0, FLOOR, moves(ChunkState.PLANNED, c -> c.member(0, FLOOR)));
        child.recordWaveBoundary(0, FLOOR);
        child.claim(moves(ChunkState.MEMBER, c -> c.claimed(FLOOR)));
        child.promote(new Promotion(
                9, moves(ChunkState.CLAIMED, c -> c.copied(7, 70, 9)), Optional.empty(), ChangeCounts.NONE));
        assertThat(child.completeCopy(List.of())).isEmpty();
    }

    private List<ChunkMove> moves(ChunkState from, UnaryOperator<ChunkRecord> step) {
        return store.chunks(CHILD).stream()
                .filter(chunk -> chunk.state() == from)
                .map(chunk -> new ChunkMove(chunk, step.apply(chunk)))
                .toList();
    }

    private static void assertNamesOrders(ThrowingCallable action) {
        assertThatThrownBy(action)
                .hasMessageContaining(ErrorCode.VERIFY_TOO_EARLY.label())
                .hasMessageContaining("public.orders")
                .hasMessageNotContaining("public.lines");
    }

    private static void assertCode(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}

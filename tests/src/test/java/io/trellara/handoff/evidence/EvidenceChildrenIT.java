package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.BOUNDARY;
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
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs within a run, and the requests that lead to them. */
@ParameterizedClass
@EnumSource(EvidenceServer.Kind.class)
final class EvidenceChildrenIT {
    private static final Lsn FLOOR = Lsn.parse("0/9000");
    private static final Lsn VIEW = Lsn.parse("0/9800");
    private static final RunKey CHILD = ChildRun.key(RUN, ChildKind.RECOPY, 1);

    private static EvidenceServer server;
    private static int databases;
    private EvidenceDatabase database;
    private JdbcEvidenceStore store;
    private EvidenceRun parent;

    @Parameter
    private EvidenceServer.Kind kind;

    @BeforeParameterizedClassInvocation
    static void startServer(EvidenceServer.Kind kind) {
        server = EvidenceServer.start(kind);
    }

    @AfterParameterizedClassInvocation
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        database = EvidenceDatabase.create(server, "children_" + databases++);
        store = database.store();
        parent = new EvidenceRun(store).copyAll();
        parent.writer().completeCopy(List.of());
        parent.writer().promote(EvidenceRun.streamed(4, "0/8000"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aChildHasItsOwnCountsTransitionsAndEventsAndTheParentKeepsIts() throws SQLException {
        List<String> before = parentsImage();
        RunWriter child = plannedChild();
        assertThat(store.run(CHILD)).get().returns(RunState.PLANNED, RunRecord::state);
        assertThat(moves(ChunkState.PLANNED, c -> c)).hasSize(1);

        child.recordErased(ORDERS, 12);
        child.recordErased(ORDERS, 3);
        child.recordSlot("handoff_orders", FLOOR);
        child.openWave(0, FLOOR, moves(ChunkState.PLANNED, c -> c.member(0, FLOOR)));
        child.recordWaveBoundary(0, VIEW);
        assertThat(child.current().state()).isEqualTo(RunState.SNAPSHOT_EXPORTED);
        child.claim(moves(ChunkState.MEMBER, c -> c.claimed(VIEW)));
        child.promote(new Promotion(
                9, moves(ChunkState.CLAIMED, c -> c.copied(7, 70, 9)), Optional.empty(), ChangeCounts.NONE));
        assertThat(child.completeCopy(List.of())).isEmpty();

        assertThat(store.children(RUN))
                .singleElement()
                .returns(ChildKind.RECOPY, ChildRun::kind)
                .satisfies(c -> assertThat(c.run())
                        .returns(RunState.STREAM_HANDOFF_READY, RunRecord::state)
                        .returns(7L, RunRecord::copiedRows)
                        .returns(parent.row().sourceIdentity(), RunRecord::sourceIdentity));
        assertThat(store.relations(CHILD)).singleElement().returns(15L, RelationRecord::erasedRows);
        assertThat(store.handoffEvents(CHILD))
                .singleElement()
                .returns(FLOOR, HandoffEvent::watermark)
                .returns(VIEW, HandoffEvent::largestBoundary);
        assertThat(store.transitions(CHILD)).hasSize(5);
        assertThat(parentsImage()).as("at %s", kind).isEqualTo(before);
        assertThat(store.runs("shop", "orders")).extracting(RunRecord::run).containsExactly(RUN);
    }

    /** MySQL: no view is the wave's own, so the first claim in one says that there is one. */
    @Test
    void aChildThatIsClaimedInAReadersOwnViewIsBeingCopied() {
        Position floor = Position.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5");
        Position own = Position.parse("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:8");
        RunWriter child = plannedChild();
        child.recordSlot("handoff_orders", floor);
        child.openWave(0, floor, moves(ChunkState.PLANNED, c -> c.member(0, floor)));
        child.claim(moves(ChunkState.MEMBER, c -> c.claimed(own)));
        assertThat(child.current().state()).isEqualTo(RunState.COPYING_TABLE);
        assertThat(store.transitions(CHILD))
                .extracting(Transition::to)
                .containsSubsequence(RunState.SLOT_CREATED, RunState.SNAPSHOT_EXPORTED, RunState.COPYING_TABLE);
    }

    @Test
    void aViewBelowTheChildsFloorIsRefused() {
        RunWriter child = plannedChild();
        child.recordSlot("handoff_orders", FLOOR);
        child.openWave(0, FLOOR, moves(ChunkState.PLANNED, c -> c.member(0, FLOOR)));
        assertCode(ErrorCode.VIEW_BELOW_FLOOR, () -> child.recordWaveBoundary(0, BOUNDARY));
    }

    @Test
    void aNewerCoordinatorFencesTheOlderOneOutOfTheChild() throws SQLException {
        RunWriter older = plannedChild();
        RunWriter olderParent = parent.writer();
        RunWriter newer = new EvidenceRun(store).writer().openChild(CHILD, ChildKind.RECOPY);
        List<String> before = database.image();
        assertCode(ErrorCode.FENCED_OUT, () -> older.recordErased(ORDERS, 1));
        assertCode(ErrorCode.FENCED_OUT, () -> older.recordSlot("handoff_orders", FLOOR));
        assertCode(ErrorCode.FENCED_OUT, () -> olderParent.openChild(CHILD, ChildKind.RECOPY));
        assertThat(database.image()).isEqualTo(before);
        newer.recordSlot("handoff_orders", FLOOR);
    }

    @Test
    void aRefreshRetiresTheRelationInEveryOtherPlanAtOnce_andARemovalInAll() throws SQLException {
        plannedChild();
        long refresh = store.request(ControlRequest.of(RUN, ControlKind.REFRESH, ORDERS, "ann"));
        RunWriter writer = parent.writer();
        writer.planChild(plan(ChildKind.REFRESHED, refresh, 3));
        List<String> once = database.image();
        writer.planChild(plan(ChildKind.REFRESHED, refresh, 3));
        assertThat(store.schemas(CHILD)).isEmpty();
        assertThat(store.schemas(RUN)).doesNotContainKey(ORDERS);
        RunPlan plan = RunPlan.read(store, RUN);
        assertThat(plan.schemas()).containsKey(ORDERS);
        assertThat(plan.chunksInForce())
                .filteredOn(chunk -> chunk.id().relation().equals(ORDERS))
                .extracting(chunk -> chunk.id().number())
                .containsExactly(3);
        assertThat(database.image()).hasSameSizeAs(once);

        long remove = store.request(ControlRequest.of(RUN, ControlKind.REMOVE, ORDERS, "configuration"));
        writer.remove(ORDERS, remove);
        assertThat(RunPlan.read(store, RUN).schemas()).doesNotContainKey(ORDERS);
        assertThat(store.controls(RUN))
                .extracting(ControlRecord::state)
                .containsExactly(ControlState.TAKEN, ControlState.TAKEN, ControlState.DONE);
    }

    @Test
    void aCoordinatorThatHasLostTheRunPlansAndRemovesNothing() throws SQLException {
        RunWriter older = parent.writer();
        long refresh = store.request(ControlRequest.of(RUN, ControlKind.REFRESH, ORDERS, "ann"));
        new EvidenceRun(store);
        List<String> before = database.image();
        assertCode(ErrorCode.FENCED_OUT, () -> older.planChild(plan(ChildKind.REFRESHED, refresh, 3)));
        assertCode(ErrorCode.FENCED_OUT, () -> older.remove(ORDERS, refresh));
        assertThat(database.image()).isEqualTo(before);
    }

    @Test
    void aChildIsNeverAnotherRunsNorOfAnotherKind() {
        plannedChild();
        assertCode(ErrorCode.EVIDENCE_CONFLICT, () -> parent.writer().openChild(CHILD, ChildKind.ADDED));
        assertCode(ErrorCode.EVIDENCE_CONFLICT, () -> parent.writer().openChild(RUN, ChildKind.RECOPY));
    }

    @Test
    void requestsAreKeptInOrderAndAnsweredOnce() {
        Tuning slower = new Tuning(OptionalLong.empty(), OptionalLong.of(500), OptionalLong.of(0));
        long tune = store.request(ControlRequest.tune(RUN, slower, "ann"));
        long recopy = store.request(ControlRequest.recopy(RUN, ORDERS, List.of(0, 1), "bob"));
        long whole = store.request(ControlRequest.recopy(RUN, ORDERS, List.of(), "bob"));

        assertThat(store.requested(RUN)).extracting(ControlRecord::id).containsExactly(tune, recopy, whole);
        parent.writer().answer(ControlAnswer.done(tune));
        parent.writer().answer(ControlAnswer.taken(recopy, CHILD));
        parent.writer().answer(ControlAnswer.taken(recopy, CHILD));
        parent.writer().answer(ControlAnswer.refused(whole, "HANDOFF-1", "no"));
        parent.writer().answer(ControlAnswer.done(recopy));

        List<ControlRecord> found = store.controls(RUN);
        assertThat(found).extracting(ControlRecord::id).containsExactly(tune, recopy, whole);
        assertThat(found.get(0).request().tuning()).isEqualTo(slower);
        assertThat(found.get(1))
                .returns(ControlState.DONE, ControlRecord::state)
                .returns(Optional.of(CHILD), ControlRecord::child)
                .returns(List.of(0, 1), c -> c.request().chunks());
        assertThat(found.get(2)).returns(Optional.of("no"), ControlRecord::reason);
        assertThat(store.requested(RUN)).isEmpty();
        assertThat(ControlsInForce.of(found)).isEqualTo(new ControlsInForce(false, slower));
        assertCode(ErrorCode.EVIDENCE_CONFLICT, () -> parent.writer().answer(ControlAnswer.taken(whole, CHILD)));
    }

    @Test
    void onlyThePresentCoordinatorAnswers() {
        long id = store.request(ControlRequest.plain(RUN, ControlKind.PAUSE, "ann"));
        RunWriter older = parent.writer();
        new EvidenceRun(store);
        assertCode(ErrorCode.FENCED_OUT, () -> older.answer(ControlAnswer.done(id)));
        assertThat(store.controls(RUN)).singleElement().returns(ControlState.REQUESTED, ControlRecord::state);
    }

    private RunWriter plannedChild() {
        long request = store.request(ControlRequest.recopy(RUN, ORDERS, List.of(), "ann"));
        return parent.writer().planChild(plan(ChildKind.RECOPY, request, 2));
    }

    private static ChildPlan plan(ChildKind kind, long request, int chunk) {
        return new ChildPlan(
                kind, request, EvidenceRun.schema(ORDERS), Map.of(new ChunkId(ORDERS, chunk), KeyRange.ALL));
    }

    private List<ChunkMove> moves(ChunkState from, UnaryOperator<ChunkRecord> step) {
        return store.chunks(CHILD).stream()
                .filter(chunk -> chunk.state() == from)
                .map(chunk -> new ChunkMove(chunk, step.apply(chunk)))
                .toList();
    }

    private List<String> parentsImage() throws SQLException {
        return database.image().stream()
                .filter(row -> !row.contains(CHILD.runId()))
                .toList();
    }

    private static void assertCode(ErrorCode code, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}

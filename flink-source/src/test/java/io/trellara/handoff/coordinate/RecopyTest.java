package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.ControlState;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Tuning;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.state.CoordinatorEvent.GatePage;
import io.trellara.handoff.state.CoordinatorEvent.Grant;
import io.trellara.handoff.state.CoordinatorEvent.Hold;
import io.trellara.handoff.state.CoordinatorEvent.Pace;
import io.trellara.handoff.state.CoordinatorEvent.ReleaseStream;
import io.trellara.handoff.state.CoordinatorEvent.Suppress;
import io.trellara.handoff.state.CoordinatorEvent.SuppressedRange;
import io.trellara.handoff.state.StreamPosition;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A relation copied again beside the stream: what comes before what, and what a new coordinator goes on from. */
final class RecopyTest {
    private static final RunKey RUN = new RunKey("s", "d", "r");
    private static final ChunkAttempt AGAIN = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 2), 1);
    private static final ChunkAttempt AGAIN_TOO = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 3), 1);

    private final Coordination run = new Coordination(1);

    @BeforeEach
    void stream() {
        run.copyAll();
        run.streamed(0, 2, 150);
        run.complete(2);
        run.ask(0, 2);
        run.source.logEnd = 300;
        run.target.ledger = Optional.of(new Lsn(150));
    }

    @Test
    void aRelationIsSuppressedDrainedErasedHeldCopiedAndGrantedInThatOrder() {
        ask(List.of());
        run.suppressed();
        run.checkpoint(3);
        run.held(0, 250);
        run.report(0, 4, List.of(AGAIN, AGAIN_TOO), 300);
        run.complete(4);

        assertThat(run.journal)
                .containsSubsequence(
                        "child plan of 2",
                        "request 1 taken",
                        "erase 1 ranges of shop.orders",
                        "erased 1 of shop.orders",
                        "hold",
                        "floor read",
                        "boundary 0/12C",
                        "wave 1 of 2",
                        "view opened",
                        "wave 1 at 0/12C",
                        "claim shop.orders#2@1 gate 0/12C",
                        "copied shop.orders#2@1",
                        "position 0/12C",
                        "granted 1 below null",
                        "wave 1 copied",
                        "handoff",
                        "request 1 done");
        assertThat(run.context.sent(Suppress.class))
                .singleElement()
                .extracting(Suppress::ranges)
                .isEqualTo(List.of(new SuppressedRange(Schemas.ORDERS, KeyRange.ALL)));
        assertThat(child().state).isEqualTo(RunState.STREAM_HANDOFF_READY);
        assertThat(run.evidence.state).isEqualTo(RunState.STREAMING);
        assertThat(run.evidence.chunks).hasSize(2);
    }

    @Test
    void nothingIsErasedBeforeACheckpointThatWasStartedBehindTheSuppressionIsComplete() {
        ask(List.of());
        run.coordinator.snapshotState(3);
        run.suppressed();
        run.complete(3);
        assertThat(run.journal).noneMatch(line -> line.startsWith("erase"));
        run.checkpoint(4);
        assertThat(run.journal).contains("erase 1 ranges of shop.orders");
    }

    @Test
    void aPartKeepsTheBoundsOfItsChunksAndLeavesTheOthersAlone() {
        ask(List.of(1));
        run.suppressed();
        run.checkpoint(3);
        run.held(0, 250);
        ChunkAttempt part = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 2), 1);
        run.report(0, 4, List.of(part), 300);
        run.complete(4);
        KeyRange range = bounds(1);
        assertThat(run.context.sent(Suppress.class))
                .singleElement()
                .extracting(Suppress::ranges)
                .isEqualTo(List.of(new SuppressedRange(Schemas.ORDERS, range)));
        assertThat(run.context.sent(Grant.class))
                .filteredOn(grant -> !grant.copied().isEmpty())
                .last()
                .satisfies(grant -> assertThat(grant.copied())
                        .singleElement()
                        .returns(range, c -> c.range())
                        .returns(new Lsn(300), c -> c.boundary()));
    }

    @Test
    void suppressedAndLost_itIsSuppressedAndDrainedAgain() {
        ask(List.of());
        run.suppressed();
        run.coordinator.snapshotState(3);
        run.lose(0);
        run.hello(0, StreamPosition.at(new Lsn(150)), List.of());
        run.drain();
        run.complete(3);
        assertThat(run.journal).noneMatch(line -> line.startsWith("erase"));
        assertThat(run.context.sent(Suppress.class)).hasSizeGreaterThan(1);
        run.suppressed();
        run.checkpoint(4);
        assertThat(run.journal).contains("erase 1 ranges of shop.orders");
    }

    @Test
    void planned_newCoordinator_theGateIsCutAndTheSuppressionBeginsAgain() {
        ask(List.of(1));
        run.restart(150);
        KeyRange left = bounds(0);
        assertThat(gate()).containsExactly(left);
        run.suppressed();
        run.checkpoint(5);
        assertThat(run.journal).contains("erase 1 ranges of shop.orders");
        assertThat(run.journal).containsOnlyOnce("child plan of 1");
    }

    @Test
    void claimed_newCoordinator_theStreamStandsAtItsFloorAndTheChunkIsReplayed() {
        ask(List.of(1));
        run.suppressed();
        run.checkpoint(3);
        run.held(0, 250);
        run.source.logEnd = 400;
        run.restart(250);
        assertThat(run.context.sent(ReleaseStream.class))
                .singleElement()
                .satisfies(release -> assertThat(new Lsn(300)
                                .covers(Optional.ofNullable(release.floor()).orElseThrow()))
                        .isTrue());
        run.ask(0, 2);
        run.held(0, 260);
        assertThat(run.journal).containsSubsequence("wave 1 lost", "wave 2 of 1", "claim shop.orders#2@2 gate 0/12C");
        assertThat(run.journal.stream().filter(line -> line.startsWith("erase 1")))
                .hasSize(1);
    }

    @Test
    void copiedAndNotRecorded_newCoordinator_onlyTheEventsAreWritten() {
        ask(List.of());
        run.suppressed();
        run.checkpoint(3);
        run.held(0, 250);
        run.report(0, 4, List.of(AGAIN, AGAIN_TOO), 300);
        child().chunks.replaceAll((id, chunk) -> chunk.copied(5, 50, 4));
        run.restart(250);
        assertThat(run.evidence.controls).singleElement().returns(ControlState.DONE, ControlRecord::state);
        assertThat(child().state).isEqualTo(RunState.STREAM_HANDOFF_READY);
        assertThat(gate()).containsExactly(KeyRange.ALL);
    }

    @Test
    void refusesWhatTheRunDoesNotHave() {
        run.evidence.request(ControlRequest.recopy(RUN, new Relation("shop", "nothing"), List.of(), "ann"));
        run.evidence.request(ControlRequest.recopy(RUN, Schemas.ORDERS, List.of(77), "ann"));
        run.tick();
        assertThat(run.evidence.controls).extracting(ControlRecord::state).containsOnly(ControlState.REFUSED);
        assertThat(run.evidence.children).isEmpty();
    }

    @Test
    void oneRequestAfterTheOther() {
        ask(List.of(0));
        ask(List.of(1));
        assertThat(run.evidence.controls)
                .extracting(ControlRecord::state)
                .containsExactly(ControlState.TAKEN, ControlState.REQUESTED);
        run.suppressed();
        run.checkpoint(3);
        run.held(0, 250);
        run.report(0, 4, List.of(AGAIN), 300);
        run.complete(4);
        assertThat(run.evidence.controls)
                .extracting(ControlRecord::state)
                .containsExactly(ControlState.DONE, ControlState.TAKEN);
        assertThat(child(2).chunks).containsOnlyKeys(new ChunkId(Schemas.ORDERS, 3));
    }

    @Test
    void aPausedCopyOpensNoWaveAndAPaceReachesTheReaders() {
        run.evidence.request(ControlRequest.plain(RUN, ControlKind.PAUSE, "ann"));
        run.evidence.request(ControlRequest.tune(
                RUN, new Tuning(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(70)), "ann"));
        run.tick();
        assertThat(run.context.sent(Pace.class)).last().isEqualTo(new Pace(70));
        ask(List.of());
        run.suppressed();
        run.checkpoint(3);
        assertThat(run.journal).contains("erased 1 of shop.orders");
        assertThat(run.context.sent(Hold.class)).isEmpty();

        run.restart(150);
        assertThat(run.context.sent(Pace.class)).last().isEqualTo(new Pace(70));
        run.suppressed();
        run.checkpoint(4);
        assertThat(run.context.sent(Hold.class)).isEmpty();
        run.evidence.request(ControlRequest.plain(RUN, ControlKind.RESUME_COPY, "ann"));
        run.tick();
        assertThat(run.context.sent(Hold.class)).hasSize(1);
    }

    private FakeEvidence child() {
        return child(1);
    }

    private FakeEvidence child(long request) {
        RunKey key = ChildRun.key(RUN, ChildKind.RECOPY, request);
        return Optional.ofNullable(run.evidence.children.get(key)).orElseThrow();
    }

    private KeyRange bounds(int chunk) {
        return Optional.ofNullable(run.evidence.chunks.get(new ChunkId(Schemas.ORDERS, chunk)))
                .orElseThrow()
                .range();
    }

    private void ask(List<Integer> chunks) {
        run.evidence.request(ControlRequest.recopy(RUN, Schemas.ORDERS, chunks, "ann"));
        run.tick();
    }

    private List<KeyRange> gate() {
        return run.context.sent(GatePage.class).stream()
                .flatMap(page -> page.ranges().stream())
                .map(range -> range.range())
                .toList();
    }
}

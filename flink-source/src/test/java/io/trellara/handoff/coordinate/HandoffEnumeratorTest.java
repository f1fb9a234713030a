package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.CoordinatorEvent.EndWave;
import io.trellara.handoff.state.CoordinatorEvent.Recorded;
import io.trellara.handoff.state.CoordinatorEvent.ReleaseStream;
import io.trellara.handoff.state.CoordinatorEvent.Welcome;
import io.trellara.handoff.state.DurableReport;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import io.trellara.handoff.state.HandoffSplit.StreamSplit;
import io.trellara.handoff.state.ReaderEvent;
import io.trellara.handoff.state.StreamPosition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The coordinator's order: what is durable before what (R1, R2, R4, R5, R6, R7), with every interleaving step by step.
 */
final class HandoffEnumeratorTest {
    private static final ChunkAttempt FIRST = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 0), 1);
    private static final ChunkAttempt SECOND = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 1), 1);

    private final Coordination run = new Coordination(1);

    @Test
    void aRunFromItsStartToItsStream() {
        run.copyAll();
        run.streamed(0, 2, 150);
        run.complete(2);
        assertThat(run.journal)
                .containsSubsequence(
                        "fence 1",
                        "bound to pg:1:1:shop",
                        "slot intended",
                        "publication",
                        "generation 1",
                        "slot created",
                        "boundary 0/64",
                        "target prepared",
                        "plan of 2",
                        "wave 0 at 0/64",
                        "claim shop.orders#0@1 gate 0/64",
                        "assign chunk shop.orders#0@1 wave=0",
                        "copied shop.orders#0@1",
                        "copied shop.orders#1@1",
                        "wave 0 copied",
                        "handoff",
                        "assign stream at 0/64",
                        "position 0/96",
                        "acknowledge 0/96");
        assertThat(run.evidence.state).isEqualTo(RunState.STREAMING);
    }

    @Test
    void assignsNothingBeforeAllReadersAreKnownAndTheGenerationIsRaised() {
        Coordination two = new Coordination(2);
        two.coordinator.start();
        two.hello(0);
        two.drain();
        two.ask(0, 2);
        assertThat(two.journal).doesNotContain("generation 1", "slot created");
        two.hello(1);
        two.drain();
        two.ask(0, 2);
        assertThat(two.context.sent(Welcome.class)).hasSize(2);
        assertThat(two.assigned()).hasSize(2);
    }

    @Test
    void promotesNothingBeforeItsCheckpointCompletes() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 5, run.assigned());
        run.complete(4);
        assertThat(run.journal).doesNotContain("copied shop.orders#0@1");
        run.complete(5);
        assertThat(run.journal).contains("copied shop.orders#0@1", "handoff");
    }

    @Test
    void haltsWhereTheSinkCountedOtherRowsThanTheReader() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 1, run.assigned());
        run.target.applied.put(FIRST, 4L);
        assertThatThrownBy(() -> run.complete(1)).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.CHUNK_COUNT_MISMATCH.label());
        assertThat(run.journal).doesNotContain("copied shop.orders#0@1");
    }

    @Test
    void releasesTheStreamOnlyBehindTheHandoff() {
        run.copyAll();
        assertThat(run.journal.indexOf("handoff")).isLessThan(run.journal.indexOf("assign stream at 0/64"));
        assertThat(run.context.sent(ReleaseStream.class))
                .singleElement()
                .extracting(ReleaseStream::identity)
                .isEqualTo(run.source.identity().text());
    }

    @Test
    void aStreamOverALogThatDoesNotMoveIsRecordedOnceWhereItStarts() {
        run.copyAll();
        assertThat(run.evidence.streamPosition).isEmpty();
        run.streamed(0, 2, 0x64);
        run.complete(2);
        assertThat(run.evidence.streamPosition).contains(new Lsn(0x64));
        run.streamed(0, 3, 0x64);
        run.complete(3);
        assertThat(run.journal).containsOnlyOnce("position 0/64");
    }

    @Test
    void withholdsTheHandoffWhereTheContractHasChanged() {
        run.source.drift.add(new Finding(ErrorCode.SCHEMA_CHANGED, "shop.orders", "a column more", "none", "look"));
        assertThatThrownBy(run::copyAll).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.SCHEMA_CHANGED.label());
        assertThat(run.context.sent(StreamSplit.class)).isEmpty();
    }

    @Test
    void anOlderCoordinatorStopsItselfAndWritesNothing() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.evidence.fencedOut = true;
        int written = run.journal.size();
        assertThatThrownBy(() -> run.ask(0, 1)).isInstanceOf(RunHalt.class);
        assertThat(run.journal.subList(written, run.journal.size())).isEmpty();
    }

    @Test
    void aResetReadersChunksAreReadAgainInTheSameViewUnderANewGeneration() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.lose(0);
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        assertThat(run.journal)
                .containsSubsequence(
                        "assign chunk shop.orders#1@1 wave=0",
                        "generation 2",
                        "claim shop.orders#0@2 gate 0/64",
                        "assign chunk shop.orders#0@2 wave=0");
        assertThat(run.context.sent(ChunkSplit.class))
                .filteredOn(c -> c.attempt().attempt() == 2)
                .allMatch(ChunkSplit::replace);
    }

    @Test
    void aDeadReadersReportIsNotPromotedByALaterCheckpoint() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 1, run.assigned());
        run.lose(0);
        run.hello(0);
        run.drain();
        run.complete(2);
        assertThat(run.journal).doesNotContain("copied shop.orders#0@1");
    }

    @Test
    void reportsOfARestoredCheckpointAreDurableAtOnce() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 1, List.of(FIRST));
        run.lose(0);
        run.hello(0, null, List.of(new DurableReport(new ChunkReport(FIRST, 5, 50), 1)));
        run.drain();
        run.ask(0, 2);
        assertThat(run.journal).contains("copied shop.orders#0@1", "claim shop.orders#1@2 gate 0/64");
        assertThat(run.journal).doesNotContain("claim shop.orders#0@2 gate 0/64");
    }

    @Test
    void aNewCoordinatorReadsOnlyWhatWasInFlightInANewViewThatReplays() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 1, List.of(FIRST));
        run.complete(1);
        run.crash();
        run.source.logEnd = 200;
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        assertThat(run.journal)
                .containsSubsequence(
                        "fence 2",
                        "wave 0 lost",
                        "wave 1 of 1",
                        "view opened",
                        "wave 1 at 0/C8",
                        "claim shop.orders#1@2 gate 0/64");
        assertThat(run.journal).doesNotContain("claim shop.orders#0@2 gate 0/64");
        run.report(0, 2, List.of(new ChunkAttempt(SECOND.chunk(), 2)));
        run.complete(2);
        assertThat(run.journal).contains("assign stream at 0/64");
    }

    @Test
    void aLostViewIsNoFailureOfTheRun() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 1);
        run.source.viewLost = true;
        run.source.logEnd = 300;
        run.tick();
        run.coordinator.handleSourceEvent(
                0,
                new ReaderEvent.AttemptFailed(
                        FIRST, 0, true, new Finding(ErrorCode.VIEW_LOST, "view", "gone", "there", "nothing")));
        run.drain();
        run.ask(0, 2);
        assertThat(run.journal)
                .containsSubsequence(
                        "wave 0 lost",
                        "wave 1 of 2",
                        "wave 1 at 0/12C",
                        "claim shop.orders#0@2 gate 0/64",
                        "claim shop.orders#1@1 gate 0/12C");
    }

    @Test
    void aReaderWhoseClaimCameToNothingStillGetsItsChunk() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.coordinator.handleSplitRequest(0, null);
        run.source.viewLost = true;
        run.source.logEnd = 300;
        run.tick();
        assertThat(run.journal)
                .containsSubsequence("wave 0 lost", "wave 1 at 0/12C", "assign chunk shop.orders#0@2 wave=1");
    }

    @Test
    void sessionsBehindOurLocksEndReadsUnderWay() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 1);
        run.source.blocked = Optional.of("pid 7");
        run.tick();
        assertThat(run.context.sent(EndWave.class)).anyMatch(EndWave::abort);
    }

    /** A job that is stopped with a savepoint ends its tasks there; a message to one that has ended fails the stop. */
    @Test
    void behindACheckpointNothingIsSaidToAReaderThatDoesNotGoOn() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 1);
        run.report(0, 1, List.of(FIRST));
        int said = run.context.sent.size();
        run.coordinator.notifyCheckpointComplete(1);
        run.drain();
        run.ask(0, 1);
        assertThat(run.journal).contains("copied shop.orders#0@1", "claim shop.orders#1@1 gate 0/64");
        assertThat(run.context.sent).hasSize(said);
        run.goesOn(0, 1);
        assertThat(run.context.sent.subList(said, run.context.sent.size()))
                .extracting(FakeContext.Sent::what)
                .hasExactlyElementsOfTypes(Recorded.class, ChunkSplit.class);
    }

    @Test
    void aViewIsGivenUpAlsoInAReaderThatDoesNotGoOn() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 1);
        run.coordinator.notifyCheckpointComplete(1);
        run.source.blocked = Optional.of("pid 7");
        run.tick();
        assertThat(run.context.sent(EndWave.class)).anyMatch(EndWave::abort);
    }

    @Test
    void aReaderThatComesDuringAPromotionIsTakenInBehindIt() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 1, List.of(FIRST));
        run.coordinator.notifyCheckpointComplete(1);
        run.lose(0);
        run.hello(0, null, List.of(new DurableReport(new ChunkReport(FIRST, 5, 50), 2)));
        run.drain();
        run.ask(0, 2);
        assertThat(run.journal)
                .containsSubsequence("copied shop.orders#0@1", "generation 2", "claim shop.orders#1@2 gate 0/64");
        assertThat(run.journal).filteredOn("copied shop.orders#0@1"::equals).hasSize(1);
    }

    @Test
    void aSlotLeftByACrashBeforeItsRecordIsDroppedAndMadeAgain() {
        run.coordinator.start();
        run.hello(0);
        run.evidence.intendSlot("slot");
        run.crash();
        run.coordinator.start();
        run.hello(0);
        run.drain();
        assertThat(run.journal).containsSubsequence("slot dropped", "slot created", "boundary 0/64");
    }

    @Test
    void haltsAtASlotThatIsAhead() {
        run.copyAll();
        run.crash();
        run.source.slot = run.source.slot.map(
                s -> new SlotStatus(new Lsn(101), s.restart(), s.walStatus(), s.activePid(), s.retainedBytes()));
        run.coordinator.start();
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.SLOT_AHEAD.label());
    }

    @Test
    void haltsAtASlotThatIsGoneWhenReadersComeAnew() {
        run.copyAll();
        run.source.slot = Optional.empty();
        run.lose(0);
        run.hello(0);
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.SLOT_MISSING.label());
    }

    @Test
    void aSourceThatDoesNotAnswerInMidRunIsWaitedForNotHaltedAt() {
        run.copyAll();
        run.lose(0);
        run.source.unreachable = true;
        run.hello(0);
        assertThatThrownBy(run::drain).isInstanceOf(HandoffException.class).hasMessageContaining("SOURCE_UNREACHABLE");
        assertThat(run.evidence.state).isEqualTo(RunState.STREAM_HANDOFF_READY);
    }

    @Test
    void aSourceThatDoesNotAnswerBeforeTheRunIsARefusal() {
        run.source.unreachable = true;
        run.coordinator.start();
        run.hello(0);
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class).hasMessageContaining("SOURCE_UNREACHABLE");
    }

    @Test
    void haltsWhereTheTargetWasRolledBack() {
        run.copyAll();
        run.streamed(0, 2, 150);
        run.complete(2);
        run.crash();
        run.target.ledger = Optional.of(new Lsn(149));
        run.coordinator.start();
        run.hello(0);
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.LEDGER_BEHIND.label());
    }

    @Test
    void aHaltedRunStaysHalted() {
        run.evidence.halt("HANDOFF-5001 SCHEMA_CHANGED", "reason");
        run.coordinator.start();
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class).hasMessageContaining("RUN_HALTED");
        assertThat(run.evidence.failure).contains("HANDOFF-5001 SCHEMA_CHANGED");
    }

    @Test
    void aSinksHaltBecomesTheRunsOwn() {
        run.target.halts.add(new TargetControl.SinkHalt(7, "SINK_WRITE_FAILED", "reason"));
        run.coordinator.start();
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains("SINK_WRITE_FAILED");
    }

    @Test
    void theStreamOfAReaderThatWasNotResetRunsOnAlone() {
        Coordination two = new Coordination(2);
        two.coordinator.start();
        two.hello(0);
        two.hello(1);
        two.drain();
        two.ask(0, 2);
        two.report(0, 1, two.assigned());
        two.complete(1);
        assertThat(two.context.sent(StreamSplit.class)).hasSize(1);
        two.lose(1);
        two.hello(1);
        two.drain();
        assertThat(two.context.sent(StreamSplit.class)).hasSize(1);
    }

    @Test
    void aRestoredStreamIsReleasedWhereItIs() {
        run.copyAll();
        run.target.ledger = Optional.of(new Lsn(150));
        run.streamed(0, 2, 150);
        run.complete(2);
        run.lose(0);
        run.hello(0, StreamPosition.at(new Lsn(150)), List.of());
        run.drain();
        assertThat(run.context.sent(StreamSplit.class)).hasSize(1);
        assertThat(run.context.sent(ReleaseStream.class))
                .hasSize(2)
                .last()
                .satisfies(release -> assertThat(release.durable()).isEqualTo(new Lsn(150)));
    }
}

package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.config.Schedule;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.state.CoordinatorEvent.Grant;
import io.trellara.handoff.state.CoordinatorEvent.Hold;
import io.trellara.handoff.state.CoordinatorEvent.ReleaseStream;
import io.trellara.handoff.state.ReaderEvent;
import io.trellara.handoff.state.StreamPosition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Waves of one chunk on a running stream: what is durable before what, and how far the stream may go meanwhile. */
final class WovenCopyTest {
    private static final ChunkAttempt FIRST = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 0), 1);
    private static final ChunkAttempt SECOND = new ChunkAttempt(new ChunkId(Schemas.ORDERS, 1), 1);

    private final Coordination run = new Coordination(1, new SourceConfig.Waves(Schedule.WOVEN, 10, 60_000));

    private void copyFirst() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.ask(0, 2);
        run.report(0, 1, List.of(FIRST));
        run.source.logEnd = 200;
        run.complete(1);
    }

    @Test
    void aRunOfTwoWavesBesideItsStream() {
        copyFirst();
        run.held(0, 150);
        run.report(0, 2, List.of(SECOND), 200);
        run.complete(2);
        run.streamed(0, 3, 200);
        run.complete(3);
        assertThat(run.journal)
                .containsSubsequence(
                        "plan of 2",
                        "wave 0 at 0/64",
                        "assign stream at 0/64",
                        "claim shop.orders#0@1 gate 0/64",
                        "copied shop.orders#0@1",
                        "granted 1 below null",
                        "wave 0 copied",
                        "hold",
                        "floor read",
                        "wave 1 of 1",
                        "granted 0 below 0/C8",
                        "view opened",
                        "wave 1 at 0/C8",
                        "claim shop.orders#1@1 gate 0/C8",
                        "copied shop.orders#1@1",
                        "position 0/C8",
                        "granted 1 below null",
                        "acknowledge 0/C8",
                        "wave 1 copied",
                        "handoff",
                        "position 0/C8");
        assertThat(run.evidence.state).isEqualTo(RunState.STREAMING);
    }

    @Test
    void theStreamStandsAtTheBoundaryWhileWave0IsCopied() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        assertThat(run.context.sent(ReleaseStream.class))
                .singleElement()
                .extracting(ReleaseStream::floor)
                .isEqualTo(new Lsn(100));
    }

    @Test
    void noFloorIsReadAndNoViewOpenedBeforeTheStreamStands() {
        copyFirst();
        assertThat(run.context.sent(Hold.class)).hasSize(1);
        assertThat(run.journal).doesNotContain("floor read", "view opened");
    }

    @Test
    void aFloorThatDoesNotCoverWhatWasStreamedHalts() {
        copyFirst();
        assertThatThrownBy(() -> run.held(0, 201)).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.STATE_IMPOSSIBLE.label());
        assertThat(run.journal).doesNotContain("view opened");
    }

    @Test
    void whatIsRecordedWhileTheStreamStandsDoesNotLetItGo() {
        copyFirst();
        int granted = run.context.sent(Grant.class).size();
        run.streamed(0, 2, 150);
        run.complete(2);
        assertThat(run.journal).contains("position 0/96");
        assertThat(run.context.sent(Grant.class)).hasSize(granted);
        run.held(0, 150);
        assertThat(run.context.sent(Grant.class).get(granted)).satisfies(grant -> {
            assertThat(grant.floor()).isEqualTo(new Lsn(200));
            assertThat(grant.acknowledge()).isEqualTo(new Lsn(150));
        });
    }

    @Test
    void hold_readerLost_helloAgain_theStreamComesBackStandingAndIsAskedAgain() {
        copyFirst();
        run.lose(0);
        run.target.ledger = Optional.of(new Lsn(150));
        run.hello(0, StreamPosition.at(new Lsn(120)), List.of());
        run.drain();
        assertThat(run.context.sent(ReleaseStream.class))
                .last()
                .extracting(ReleaseStream::floor)
                .isEqualTo(new Lsn(120));
        assertThat(run.context.sent(Hold.class)).hasSize(2);
        run.held(0, 120);
        assertThat(run.journal).contains("view opened");
    }

    @Test
    void held_readerLost_helloAgain_floorDurable_theStreamComesBackStanding() {
        copyFirst();
        Hold hold = run.context.sent(Hold.class).get(0);
        run.coordinator.handleSourceEvent(0, new ReaderEvent.Held(hold.sequence(), new Lsn(150)));
        run.lose(0);
        run.hello(0, StreamPosition.at(new Lsn(120)), List.of());
        run.target.ledger = Optional.of(new Lsn(150));
        run.drain();
        assertThat(run.context.sent(ReleaseStream.class))
                .last()
                .extracting(ReleaseStream::floor)
                .isIn(new Lsn(120), new Lsn(200));
        assertThat(run.journal).containsSubsequence("wave 1 of 1", "view opened");
    }

    @Test
    void aNewCoordinatorTakesTheFloorFromTheEvidence() {
        copyFirst();
        run.held(0, 150);
        assertThat(run.journal).contains("claim shop.orders#1@1 gate 0/C8");
        run.crash();
        run.source.logEnd = 300;
        run.target.ledger = Optional.of(new Lsn(200));
        run.coordinator.start();
        run.hello(0, StreamPosition.at(new Lsn(180)), List.of());
        run.drain();
        assertThat(run.context.sent(ReleaseStream.class))
                .singleElement()
                .extracting(ReleaseStream::floor)
                .isEqualTo(new Lsn(180)); // where it begins, since the next wave's floor is being chosen
        run.held(0, 180);
        assertThat(run.context.sent(Grant.class))
                .last()
                .extracting(Grant::floor)
                .isEqualTo(new Lsn(200)); // of the chunk that was claimed in the lost wave
        run.ask(0, 2);
        assertThat(run.journal)
                .containsSubsequence(
                        "wave 1 lost", "wave 2 of 1", "wave 2 at 0/12C", "claim shop.orders#1@2 gate 0/C8");
    }

    @Test
    void aRestoredStreamBeyondTheFloorHalts() {
        copyFirst();
        run.held(0, 150);
        run.crash();
        run.target.ledger = Optional.of(new Lsn(300));
        run.coordinator.start();
        run.hello(0, StreamPosition.at(new Lsn(201)), List.of());
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.STATE_IMPOSSIBLE.label());
    }

    @Test
    void anOldWaveBeginsNothingMoreAndItsRestGoesIntoTheNext() {
        Coordination wide = new Coordination(1, new SourceConfig.Waves(Schedule.WOVEN, 100, 60_000));
        wide.coordinator.start();
        wide.hello(0);
        wide.drain();
        wide.ask(0, 1);
        wide.nanos = 60_000_000_000L;
        wide.tick();
        wide.ask(0, 1);
        wide.report(0, 1, List.of(FIRST));
        wide.source.logEnd = 200;
        wide.complete(1);
        assertThat(wide.journal).containsSubsequence("copied shop.orders#0@1", "wave 0 copied", "hold");
        wide.held(0, 100);
        assertThat(wide.journal).containsSubsequence("wave 1 of 1", "claim shop.orders#1@1 gate 0/C8");
    }
}

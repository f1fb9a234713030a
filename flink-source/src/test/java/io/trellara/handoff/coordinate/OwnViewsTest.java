package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.Schemas;
import io.trellara.handoff.config.Schedule;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.state.CoordinatorEvent.EndWave;
import io.trellara.handoff.state.CoordinatorEvent.OpenView;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import io.trellara.handoff.state.ReaderEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Waves in which each reader opens a view of its own, with a boundary of its own: nothing is read at another one. */
final class OwnViewsTest {
    private static final OwnView.Cost COST = new OwnView.Cost(Duration.ofMillis(3), Duration.ofMillis(1), 1);
    private static final Finding PASSING =
            new Finding(ErrorCode.SOURCE_UNREACHABLE, "source", "no answer", "an answer", "wait");

    private final Coordination run = start(new Coordination(2));

    private static Coordination start(Coordination run) {
        run.source.ownViews = true;
        run.coordinator.start();
        run.hello(0);
        if (run.context.currentParallelism() > 1) {
            run.hello(1);
        }
        run.drain();
        return run;
    }

    private static ChunkAttempt attempt(int chunk, int attempt) {
        return new ChunkAttempt(new ChunkId(Schemas.ORDERS, chunk), attempt);
    }

    private void opened(int subtask, int wave, long boundary) {
        ViewTicket ticket = new ViewTicket("", new Lsn(boundary), "server", 10 + subtask);
        run.coordinator.handleSourceEvent(subtask, new ReaderEvent.ViewOpened(wave, ticket, COST));
        run.drain();
    }

    private void failed(int subtask, ChunkAttempt attempt, int wave, boolean viewLost) {
        run.coordinator.handleSourceEvent(subtask, new ReaderEvent.AttemptFailed(attempt, wave, viewLost, PASSING));
        run.ask(subtask, 1);
    }

    private List<Position> boundaries() {
        return run.context.sent(ChunkSplit.class).stream()
                .map(chunk -> chunk.view().boundary())
                .toList();
    }

    @Test
    void theRunsBoundaryIsThatOfTheViewThatIsPlannedBy_andThatOneIsClosedBeforeAnyIsOpened() {
        run.ask(0, 1);
        assertThat(run.journal).containsSubsequence("boundary 0/64", "view closed", "plan of 2");
        assertThat(run.journal).noneMatch(line -> line.startsWith("wave 0 at"));
        assertThat(run.context.sent(OpenView.class))
                .singleElement()
                .satisfies(order -> assertThat(order.floor()).isEqualTo(new Lsn(100)));
    }

    @Test
    void nothingIsClaimedBeforeItsReaderHasSaidItsBoundary() {
        run.ask(0, 2);
        run.ask(1, 2);
        assertThat(run.context.sent(OpenView.class)).hasSize(2);
        assertThat(run.context.sent(ChunkSplit.class)).isEmpty();
        opened(1, 0, 120);
        assertThat(boundaries()).containsExactly(new Lsn(120), new Lsn(120));
    }

    @Test
    void eachReadersChunksAreClaimedAtItsOwnBoundary() {
        run.ask(0, 1);
        run.ask(1, 1);
        opened(0, 0, 110);
        opened(1, 0, 120);
        assertThat(run.journal)
                .containsSubsequence("claim shop.orders#0@1 gate 0/6E", "claim shop.orders#1@1 gate 0/78");
        assertThat(boundaries()).containsExactly(new Lsn(110), new Lsn(120));
    }

    @Test
    void noMoreReadersOpenAViewThanThereAreChunks() {
        run.ask(0, 2);
        opened(0, 0, 110);
        run.ask(1, 2);
        assertThat(run.context.sent(OpenView.class)).hasSize(1);
    }

    @Test
    void aViewBehindTheFloorHalts() {
        run.ask(0, 1);
        assertThatThrownBy(() -> opened(0, 0, 99)).isInstanceOf(RunHalt.class);
        assertThat(run.evidence.failure).contains(ErrorCode.STATE_IMPOSSIBLE.label());
        assertThat(run.journal).noneMatch(line -> line.startsWith("claim"));
    }

    @Test
    void aReaderWhoseAttemptFailedReadsInANewViewOfItsOwnAndReplays() {
        run.ask(0, 1);
        opened(0, 0, 110);
        failed(0, attempt(0, 1), 0, true);
        assertThat(run.context.sent(OpenView.class)).hasSize(2);
        assertThat(run.journal).noneMatch(line -> line.contains("@2"));
        opened(0, 0, 130);
        assertThat(run.journal).contains("claim shop.orders#0@2 gate 0/64").noneMatch(l -> l.equals("wave 0 lost"));
    }

    /** It asks for chunks ahead, and all that it holds fail with its view. */
    @Test
    void aReaderWithTwoChunksOpensOneNewViewForBoth() {
        run.ask(0, 2);
        opened(0, 0, 110);
        failed(0, attempt(0, 1), 0, true);
        failed(0, attempt(1, 1), 0, true);
        assertThat(run.context.sent(OpenView.class)).hasSize(2);
        opened(0, 0, 130);
        assertThat(run.journal).contains("claim shop.orders#0@2 gate 0/64", "claim shop.orders#1@2 gate 0/64");
    }

    @Test
    void whereOnlyOneReaderMayHaveAViewTheOthersWait() {
        run.source.ownViewsAtOnce = 1;
        run.ask(0, 1);
        run.ask(1, 1);
        assertThat(run.context.sent(OpenView.class)).hasSize(1);
        opened(0, 0, 110);
        assertThat(run.context.sent(OpenView.class)).hasSize(1);
        run.ask(0, 1);
        assertThat(boundaries()).containsExactly(new Lsn(110), new Lsn(110));
    }

    /** Its chunk is for it alone: nobody else may take the only view meanwhile. */
    @Test
    void whereOnlyOneReaderMayHaveAView_itsFailedChunkIsReadInItsNextOne() {
        run.source.ownViewsAtOnce = 1;
        run.ask(1, 2);
        run.ask(0, 1);
        opened(0, 0, 110);
        run.coordinator.handleSourceEvent(0, new ReaderEvent.AttemptFailed(attempt(0, 1), 0, true, PASSING));
        run.drain();
        run.ask(0, 1);
        opened(0, 0, 130);
        assertThat(run.journal).contains("claim shop.orders#0@2 gate 0/64");
        assertThat(run.context.sent(OpenView.class)).hasSize(2);
    }

    @Test
    void aReaderWithAViewIsServedBeforeOneWithout() {
        run.ask(1, 1);
        opened(1, 0, 110);
        run.ask(0, 1);
        run.ask(1, 1);
        assertThat(boundaries()).containsExactly(new Lsn(110), new Lsn(110));
    }

    @Test
    void whatALostReaderHeldIsReadInAnothersView() {
        run.ask(0, 1);
        run.ask(1, 1);
        opened(0, 0, 110);
        opened(1, 0, 120);
        run.lose(0);
        run.hello(0);
        run.drain();
        run.ask(1, 1);
        assertThat(run.journal).contains("claim shop.orders#0@2 gate 0/64");
        assertThat(boundaries()).last().isEqualTo(new Lsn(120));
    }

    @Test
    void aNewReaderInAnOldPlaceHasNoView() {
        run.ask(0, 1);
        run.lose(0);
        run.hello(0);
        run.drain();
        opened(0, 0, 110); // the old one's word, on its way when it was lost
        assertThat(run.context.sent(ChunkSplit.class)).isEmpty();
        run.ask(0, 1);
        assertThat(run.context.sent(OpenView.class)).hasSize(2);
    }

    @Test
    void aViewThatCannotBeOpenedIsTriedAgainAndThenTheJobRestarts() {
        run.ask(0, 1);
        for (int i = 1; i < 5; i++) {
            run.coordinator.handleSourceEvent(0, new ReaderEvent.ViewFailed(0, PASSING));
            assertThat(run.context.sent(OpenView.class)).hasSize(1 + i);
        }
        assertThatThrownBy(() -> run.coordinator.handleSourceEvent(0, new ReaderEvent.ViewFailed(0, PASSING)))
                .hasMessageContaining("SOURCE_UNREACHABLE"); // which restarts the job
        assertThat(run.evidence.failure).isEmpty();
    }

    @Test
    void whoeverWaitsBehindAReadersViewEndsTheWaveForAll() {
        run.ask(0, 1);
        opened(0, 0, 110);
        run.source.blocked = Optional.of("connection 7 has waited");
        run.tick();
        assertThat(run.context.sent(EndWave.class)).anyMatch(EndWave::abort);
        run.source.blocked = Optional.empty();
        failed(0, attempt(0, 1), 0, true);
        assertThat(run.journal).containsSubsequence("watch closed", "wave 0 lost", "wave 1 of 2");
        opened(0, 0, 140); // of the wave before
        assertThat(run.journal).noneMatch(line -> line.contains("@2"));
        opened(0, 1, 150);
        assertThat(run.journal).contains("claim shop.orders#0@2 gate 0/64");
    }

    @Test
    void aWovenWavesViewsCoverItsFloor() {
        Coordination woven = start(new Coordination(1, new SourceConfig.Waves(Schedule.WOVEN, 10, 60_000)));
        woven.ask(0, 2);
        woven.coordinator.handleSourceEvent(
                0, new ReaderEvent.ViewOpened(0, new ViewTicket("", new Lsn(100), "server", 1), COST));
        woven.drain();
        woven.report(0, 1, List.of(attempt(0, 1)));
        woven.source.logEnd = 200;
        woven.complete(1);
        woven.held(0, 150);
        assertThat(woven.context.sent(OpenView.class))
                .last()
                .satisfies(order -> assertThat(order.floor()).isEqualTo(new Lsn(200)));
        assertThat(woven.journal).containsSubsequence("hold", "floor read", "wave 1 of 1", "granted 0 below 0/C8");
    }
}

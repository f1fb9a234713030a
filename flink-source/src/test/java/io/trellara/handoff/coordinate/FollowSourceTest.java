package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.TimelineEnd;
import io.trellara.handoff.state.CoordinatorEvent.ReleaseStream;
import io.trellara.handoff.state.StreamPosition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The coordinator behind a promotion of its source (R8). */
final class FollowSourceTest {
    private static final String FOLLOWED = "followed to pg:1:2:shop";

    private final Coordination run = new Coordination(1);

    /** The run streams up to 150. */
    @BeforeEach
    void stream() {
        run.copyAll();
        run.streamed(0, 2, 150);
        run.complete(2);
        run.target.ledger = Optional.of(new Lsn(150));
        run.target.ledgerEnd = Optional.of(new Lsn(160));
        run.journal.clear();
    }

    @Test
    void followsWhenReadersComeAnewAndStartsAgainThere() {
        promote(160);
        run.lose(0);
        run.hello(0);
        assertThatThrownBy(run::drain)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_PROMOTED));
        assertThat(run.journal).containsSubsequence("generation 2", FOLLOWED).doesNotContain("generation 3");
        run.crash();
        run.coordinator.start();
        run.hello(0);
        run.drain();
        assertThat(run.journal).containsOnlyOnce(FOLLOWED).contains("assign stream at 0/96");
        assertThat(run.context.sent(ReleaseStream.class).get(0).identity()).isEqualTo("pg:1:2:shop");
        assertThat(run.evidence.state).isEqualTo(RunState.STREAMING);
    }

    @Test
    void followsAtItsOwnStart() {
        promote(160);
        run.crash();
        run.coordinator.start();
        run.hello(0);
        run.drain();
        assertThat(run.journal).containsSubsequence("generation 2", FOLLOWED, "generation 3", "assign stream at 0/96");
    }

    /**
     * A keepalive had carried the stream beyond the switch point. What commits there on the new timeline must not be
     * taken for known.
     */
    @Test
    void aStreamInFlinksStateGoesOnAtItsMark() {
        promote(160);
        run.crash();
        run.coordinator.start();
        run.hello(0, new StreamPosition(new Lsn(170), Commit.NONE, 0, new Lsn(150), ChangeCounts.NONE), List.of());
        run.drain();
        assertThat(run.context.sent(ReleaseStream.class)).singleElement().satisfies(release -> {
            assertThat(release.atMark()).isTrue();
            assertThat(release.durable()).isEqualTo(new Lsn(150));
        });
    }

    /** The twin: without a promotion Flink's state is the newer one. */
    @Test
    void withoutAPromotionAStreamGoesOnWhereItWas() {
        run.crash();
        run.coordinator.start();
        run.hello(0, new StreamPosition(new Lsn(170), Commit.NONE, 0, new Lsn(150), ChangeCounts.NONE), List.of());
        run.drain();
        assertThat(run.context.sent(ReleaseStream.class))
                .singleElement()
                .extracting(ReleaseStream::atMark)
                .isEqualTo(false);
    }

    @Test
    void haltsWhereTheTargetHoldsWhatTheSourceHasLost() {
        promote(159);
        requireHalt(ErrorCode.SOURCE_CHANGED, "left timeline 1 at 0/9F; beyond that: the target's ledger 0/A0");
    }

    /** Nothing is recorded: the run may still go back to the server that has the slot. */
    @Test
    void haltsWhereTheSlotDidNotComeAlong() {
        promote(160);
        run.source.slot = Optional.empty();
        requireHalt(ErrorCode.SLOT_MISSING, "no such slot");
    }

    private void promote(long left) {
        run.source.timeline = 2;
        run.source.history = List.of(new TimelineEnd(1, new Lsn(left)));
    }

    private void requireHalt(ErrorCode code, String words) {
        run.lose(0);
        run.hello(0);
        assertThatThrownBy(run::drain).isInstanceOf(RunHalt.class).hasMessageContaining(words);
        assertThat(run.evidence.failure).contains(code.label());
        assertThat(run.journal).doesNotContain(FOLLOWED).contains("generation 2");
    }
}

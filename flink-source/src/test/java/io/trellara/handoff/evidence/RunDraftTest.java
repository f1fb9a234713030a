package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.Schedule;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class RunDraftTest {
    private static final Lsn BOUNDARY = new Lsn(0x5000);

    private final RunDraft draft = new RunDraft(planned(Schedule.WOVEN));

    @Test
    void streamPositionNeverMovesBackAndNeverLiesBelowTheBoundary() {
        draft.boundary(BOUNDARY);
        draft.streamed(new Lsn(0x100), 1);
        assertThat(draft.record().streamPosition()).contains(BOUNDARY);
        draft.streamed(new Lsn(0x6000), 2);
        draft.streamed(new Lsn(0x5800), 3);
        assertThat(draft.record().streamPosition()).contains(new Lsn(0x6000));
        assertThat(draft.record().streamCheckpointId()).hasValue(3);
    }

    @Test
    void onlyAWovenRunStreamsBeforeItIsReady() {
        RunDraft strict = new RunDraft(planned(Schedule.COPY_THEN_STREAM));
        strict.slot("s");
        strict.boundary(BOUNDARY);
        assertRefused(ErrorCode.STATE_MOVE_REFUSED, () -> strict.streamed(BOUNDARY, 1));
        draft.slot("s");
        draft.boundary(BOUNDARY);
        draft.streamed(BOUNDARY, 1);
        assertThat(draft.state()).isEqualTo(RunState.PLANNED);
    }

    @Test
    void boundaryAndSlotAreSetOnce() {
        draft.boundary(BOUNDARY);
        draft.boundary(BOUNDARY);
        draft.slot("s");
        assertRefused(ErrorCode.EVIDENCE_CONFLICT, () -> draft.boundary(new Lsn(1)));
        assertRefused(ErrorCode.EVIDENCE_CONFLICT, () -> draft.slot("t"));
    }

    @Test
    void boundaryIsMissingUntilItIsRecorded() {
        assertRefused(ErrorCode.BOUNDARY_MISSING, draft::requireBoundary);
        assertRefused(ErrorCode.BOUNDARY_MISSING, () -> draft.streamed(BOUNDARY, 1));
    }

    @Test
    void repeatedStateIsNoMoveUnlessThereIsAReason() {
        draft.moveTo(RunState.PLANNED);
        assertThat(draft.moves()).isEmpty();
        draft.moveTo(RunState.PLANNED, Optional.of("refreshed"), Optional.empty());
        assertThat(draft.moves()).singleElement().returns(RunState.PLANNED, RunDraft.Move::to);
    }

    @Test
    void failureNeedsAReasonAndIsOverOnceAStateFollows() {
        draft.slot("s");
        draft.boundary(BOUNDARY);
        assertRefused(ErrorCode.BUG, () -> draft.moveTo(RunState.FAILED_RECOVERABLE));
        draft.moveTo(RunState.FAILED_RECOVERABLE, Optional.of("why"), Optional.empty());
        assertThat(draft.record().failureCode()).contains(ErrorCode.RUN_HALTED.label());
        draft.moveTo(RunState.SLOT_CREATED);
        assertThat(draft.record().failureReason()).isEmpty();
    }

    @Test
    void anotherSourceIsRefusedAndSoIsALaterTimelineOfTheSame() {
        draft.bindSource("pg:7000:1:shop");
        RunDraft later = new RunDraft(draft.record());

        later.bindSource("pg:7000:1:shop");
        for (String other : List.of("pg:7000:2:shop", "pg:7000:1:other", "pg:7001:1:shop", "mysql:7000:1:shop")) {
            assertRefused(ErrorCode.SOURCE_CHANGED, () -> later.bindSource(other));
        }
        assertThat(later.record().sourceIdentity()).contains("pg:7000:1:shop");
    }

    @Test
    void followsALaterTimelineOnlyAndKeepsWhy() {
        RunDraft unbound = new RunDraft(planned(Schedule.WOVEN));
        assertRefused(ErrorCode.SOURCE_CHANGED, () -> unbound.followSource("pg:7000:3:shop", "why"));
        draft.bindSource("pg:7000:2:shop");
        RunDraft later = new RunDraft(draft.record());

        for (String other : List.of("pg:7000:2:shop", "pg:7000:1:shop", "pg:7000:3:other", "pg:7001:3:shop")) {
            assertRefused(ErrorCode.SOURCE_CHANGED, () -> later.followSource(other, "why"));
        }
        later.followSource("pg:7000:3:shop", "why");
        assertThat(later.record().sourceIdentity()).contains("pg:7000:3:shop");
        assertThat(later.moves())
                .containsExactly(
                        new RunDraft.Move(RunState.PLANNED, RunState.PLANNED, Optional.of("why"), Optional.empty()));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static RunRecord planned(Schedule schedule) {
        return new RunRecord(
                new RunKey("s", "d", "r"),
                RunState.PLANNED,
                1,
                schedule.text(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                Instant.EPOCH,
                Instant.EPOCH);
    }
}

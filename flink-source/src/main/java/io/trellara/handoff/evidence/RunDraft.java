package io.trellara.handoff.evidence;

import io.trellara.handoff.config.Schedule;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The run's row under change, within one transaction: starts as the locked row, is checked at every change, and is
 * written once at the end. Pure; one thread.
 */
final class RunDraft {
    /** A move to be written to {@code run_transitions}. */
    record Move(RunState from, RunState to, Optional<String> reason, Optional<String> code) {}

    private final RunRecord before;
    private final List<Move> moves = new ArrayList<>();
    private RunState state;
    private Optional<String> sourceIdentity;
    private Optional<String> slotName;
    private Optional<Position> boundary;
    private Optional<String> currentRelation;
    private Optional<String> failureCode;
    private Optional<String> failureReason;
    private Optional<Position> streamPosition;
    private OptionalLong streamCheckpointId;
    private long copiedRows;
    private long lastSinkHalt;
    private ChangeCounts changes;

    RunDraft(RunRecord before) {
        this.before = before;
        state = before.state();
        sourceIdentity = before.sourceIdentity();
        slotName = before.slotName();
        boundary = before.consistentLsn();
        currentRelation = before.currentRelation();
        failureCode = before.failureCode();
        failureReason = before.failureReason();
        streamPosition = before.streamPosition();
        streamCheckpointId = before.streamCheckpointId();
        copiedRows = before.copiedRows();
        lastSinkHalt = before.lastSinkHalt();
        changes = before.changes();
    }

    RunState state() {
        return state;
    }

    List<Move> moves() {
        return moves;
    }

    /** The row as it will be, but for {@code updated_at}. */
    RunRecord record() {
        return new RunRecord(
                before.run(),
                state,
                before.fence(),
                before.schedule(),
                sourceIdentity,
                slotName,
                boundary,
                currentRelation,
                copiedRows,
                failureCode,
                failureReason,
                streamPosition,
                streamCheckpointId,
                lastSinkHalt,
                changes,
                before.startedAt(),
                before.updatedAt());
    }

    /** A view of the run is open: that of a wave, or one of a reader's own in which it is claimed. */
    void viewIsOpen() {
        if (state == RunState.SLOT_CREATED) {
            moveTo(RunState.SNAPSHOT_EXPORTED);
        }
    }

    /** Moves by the table; a repeated state without a reason is no move. A failure is over once a state follows it. */
    void moveTo(RunState to, Optional<String> reason, Optional<String> code) {
        RunMoves.require(record(), to);
        if (to == RunState.FAILED_RECOVERABLE) {
            fail(code.orElse(ErrorCode.RUN_HALTED.label()), reason.orElseThrow(() -> reasonless()));
            return;
        }
        if (to == state && reason.isEmpty() && code.isEmpty()) {
            return;
        }
        moves.add(new Move(state, to, reason, code));
        if (to != state) {
            clearFailure();
        }
        state = to;
    }

    void moveTo(RunState to) {
        moveTo(to, Optional.empty(), Optional.empty());
    }

    /**
     * Fails the run; the first cause stays in the row, later ones are in the transitions only. A proven divergence
     * stops no job, and gives way: to what has stopped it, or to a newer verification.
     */
    void fail(String code, String reason) {
        RunState to = RunMoves.afterFailure(record());
        moves.add(new Move(state, to, Optional.of(reason), Optional.of(code)));
        if (state != RunState.FAILED_RECOVERABLE || record().divergenceProven()) {
            failureCode = Optional.of(code);
            failureReason = Optional.of(reason);
        }
        state = to;
    }

    void clearFailure() {
        failureCode = Optional.empty();
        failureReason = Optional.empty();
    }

    void bindSource(String identity) {
        sourceIdentity.ifPresent(recorded -> SourceBinding.require(before, recorded, identity));
        sourceIdentity = Optional.of(identity);
    }

    /** Moves the binding to a later timeline of the same source; the state stays, and the reason is kept (R8). */
    void followSource(String identity, String reason) {
        SourceBinding.requireLater(before, sourceIdentity.orElse(""), identity);
        sourceIdentity = Optional.of(identity);
        moves.add(new Move(state, state, Optional.of(reason), Optional.empty()));
    }

    /** The slot's name; the same again changes nothing, another is refused. */
    void slot(String name) {
        requireSame("slot", slotName, name);
        slotName = Optional.of(name);
    }

    /** The run's boundary P0; the same again changes nothing, another is refused (R1). */
    void boundary(Position lsn) {
        requireSame("boundary", boundary, lsn);
        boundary = Optional.of(lsn);
    }

    /** The boundary, without which nothing is copied (R1). */
    Position requireBoundary() {
        return boundary.orElseThrow(() -> new HandoffException(new Finding(
                ErrorCode.BOUNDARY_MISSING,
                "run " + before.run(),
                "no boundary in state " + state.text(),
                "the boundary durable before any row is copied (R1)",
                "start a new run; this one's rows cannot be paired with a stream")));
    }

    void requireState(RunState... allowed) {
        if (!List.of(allowed).contains(state)) {
            throw new HandoffException(new Finding(
                    ErrorCode.STATE_MOVE_REFUSED,
                    "run " + before.run(),
                    "state " + state.text(),
                    "one of " + List.of(allowed).stream().map(RunState::text).toList(),
                    "report this with the run's evidence; it is a defect"));
        }
    }

    void currentRelation(Optional<String> relation) {
        currentRelation = relation;
    }

    void copiedRows(long rows) {
        copiedRows = rows;
    }

    void sinkHalt(long id) {
        lastSinkHalt = id;
    }

    void add(ChangeCounts counted) {
        changes = changes.plus(counted);
    }

    /**
     * A durable stream position; never moves back, and never lies below the boundary (R7). The first one makes a ready
     * run streaming; before it is ready only a woven one has a stream.
     */
    void streamed(Position position, long checkpoint) {
        if (state == RunState.STREAM_HANDOFF_READY) {
            moveTo(RunState.STREAMING);
        }
        if (!before.schedule().equals(Schedule.WOVEN.text())) {
            requireState(RunState.STREAMING, RunState.VERIFIED, RunState.FAILED_RECOVERABLE);
        }
        streamPosition = Optional.of(
                streamPosition.orElse(requireBoundary()).with(position).with(requireBoundary()));
        streamCheckpointId = OptionalLong.of(checkpoint);
    }

    private <T> void requireSame(String what, Optional<T> recorded, T now) {
        if (recorded.isPresent() && !recorded.get().equals(now)) {
            throw new HandoffException(new Finding(
                    ErrorCode.EVIDENCE_CONFLICT,
                    "run " + before.run(),
                    what + " " + now,
                    what + " " + recorded.get() + ", which never changes within a run",
                    "start a new run for another " + what));
        }
    }

    private HandoffException reasonless() {
        return HandoffException.bug("run " + before.run(), "a failure without a reason", "a reason");
    }
}

package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.RunState.COPYING_TABLE;
import static io.trellara.handoff.evidence.RunState.COPY_COMPLETE;
import static io.trellara.handoff.evidence.RunState.FAILED_RECOVERABLE;
import static io.trellara.handoff.evidence.RunState.PLANNED;
import static io.trellara.handoff.evidence.RunState.SLOT_CREATED;
import static io.trellara.handoff.evidence.RunState.SNAPSHOT_EXPORTED;
import static io.trellara.handoff.evidence.RunState.STREAMING;
import static io.trellara.handoff.evidence.RunState.STREAM_HANDOFF_READY;
import static io.trellara.handoff.evidence.RunState.VERIFIED;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The one table of moves between the nine states (design §7). Pure.
 *
 * <ul>
 *   <li>A state may repeat; that refreshes the row.
 *   <li>Forward goes one step at a time; backward is refused.
 *   <li>Every state may fail. A failed run has a slot, a boundary and a reason; a run that fails before its boundary is
 *       recorded has nothing to recover and stays in its state, with code and reason beside it ({@link #afterFailure}).
 *   <li>From {@code failed_recoverable} only the four states up to {@code copying_table} follow. A run that had been
 *       further goes on from {@code copying_table}: its chunks are copied and its handoff events exist, so it walks
 *       forward through the same moves without reading a row again.
 * </ul>
 */
public final class RunMoves {
    private static final Map<RunState, Set<RunState>> MOVES = new EnumMap<>(RunState.class);

    static {
        MOVES.put(PLANNED, EnumSet.of(PLANNED, SLOT_CREATED, FAILED_RECOVERABLE));
        MOVES.put(SLOT_CREATED, EnumSet.of(SLOT_CREATED, SNAPSHOT_EXPORTED, FAILED_RECOVERABLE));
        MOVES.put(SNAPSHOT_EXPORTED, EnumSet.of(SNAPSHOT_EXPORTED, COPYING_TABLE, FAILED_RECOVERABLE));
        MOVES.put(COPYING_TABLE, EnumSet.of(COPYING_TABLE, COPY_COMPLETE, FAILED_RECOVERABLE));
        MOVES.put(COPY_COMPLETE, EnumSet.of(COPY_COMPLETE, STREAM_HANDOFF_READY, FAILED_RECOVERABLE));
        MOVES.put(STREAM_HANDOFF_READY, EnumSet.of(STREAM_HANDOFF_READY, STREAMING, FAILED_RECOVERABLE));
        MOVES.put(STREAMING, EnumSet.of(STREAMING, VERIFIED, FAILED_RECOVERABLE));
        MOVES.put(VERIFIED, EnumSet.of(VERIFIED, FAILED_RECOVERABLE));
        MOVES.put(
                FAILED_RECOVERABLE,
                EnumSet.of(FAILED_RECOVERABLE, PLANNED, SLOT_CREATED, SNAPSHOT_EXPORTED, COPYING_TABLE));
    }

    private RunMoves() {}

    /** Whether {@code to} may follow {@code from}. */
    public static boolean allowed(RunState from, RunState to) {
        return MOVES.getOrDefault(from, Set.of()).contains(to);
    }

    /**
     * The state of {@code run} once it has failed: {@code failed_recoverable}, or its own before there is a boundary.
     */
    public static RunState afterFailure(RunRecord run) {
        return run.slotName().isPresent() && run.consistentLsn().isPresent() ? FAILED_RECOVERABLE : run.state();
    }

    /**
     * Requires that {@code run} may move to {@code to}, and that it has what every state beyond {@code planned} needs:
     * a slot and a boundary (R1).
     */
    public static void require(RunRecord run, RunState to) {
        if (!allowed(run.state(), to)) {
            throw refused(run, to, "a state that may follow it");
        }
        boolean bound = run.slotName().isPresent() && run.consistentLsn().isPresent();
        if (to != PLANNED && !bound) {
            throw refused(run, to, "a slot and a boundary first (R1)");
        }
    }

    private static HandoffException refused(RunRecord run, RunState to, String required) {
        return new HandoffException(new Finding(
                ErrorCode.STATE_MOVE_REFUSED,
                "run " + run.run(),
                run.state().text() + " to " + to.text(),
                required,
                "report this with the run's evidence; it is a defect"));
    }
}

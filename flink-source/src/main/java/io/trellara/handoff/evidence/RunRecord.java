package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A row of {@code snapshot_runs}.
 *
 * @param sourceIdentity {@code Identity.text()} once known
 * @param consistentLsn the run's boundary P0; never changes once set
 * @param streamPosition the newest durable, acknowledgeable stream position (R7)
 * @param lastSinkHalt id of the newest row of {@code halts} that has become a halt of the run; 0 for none
 * @param changes what the gate has done with streamed changes, durably
 */
public record RunRecord(
        RunKey run,
        RunState state,
        long fence,
        String schedule,
        Optional<String> sourceIdentity,
        Optional<String> slotName,
        Optional<Position> consistentLsn,
        Optional<String> currentRelation,
        long copiedRows,
        Optional<String> failureCode,
        Optional<String> failureReason,
        Optional<Position> streamPosition,
        OptionalLong streamCheckpointId,
        long lastSinkHalt,
        ChangeCounts changes,
        Instant startedAt,
        Instant updatedAt) {
    /** Whether it waits for an operator's resume; a proven divergence stops nothing. */
    public boolean halted() {
        return state == RunState.FAILED_RECOVERABLE && !divergenceProven();
    }

    /**
     * Whether the run has failed for nothing but a divergence that a verification has proven: its job goes on, and
     * carries the repair.
     */
    public boolean divergenceProven() {
        return state == RunState.FAILED_RECOVERABLE
                && failureCode.equals(Optional.of(ErrorCode.DIVERGENCE_PROVEN.label()));
    }
}

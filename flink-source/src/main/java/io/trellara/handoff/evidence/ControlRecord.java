package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of {@code run_controls}.
 *
 * @param child the run that it has led to
 * @param code why it was refused
 * @param reason why it was refused, or what was found
 */
public record ControlRecord(
        long id,
        ControlRequest request,
        Instant requestedAt,
        ControlState state,
        Optional<RunKey> child,
        Optional<String> code,
        Optional<String> reason,
        Optional<Instant> answeredAt) {
    /** Whether it waits for an answer, or its work is under way. */
    public boolean open() {
        return state == ControlState.REQUESTED || state == ControlState.TAKEN;
    }
}

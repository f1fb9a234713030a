package io.trellara.handoff.evidence;

import io.trellara.handoff.model.WaitKind;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A row of {@code run_waits}: the wait of a kind that a run has, or had last.
 *
 * @param span when
 * @param what as a clause, without ages
 * @param session who holds what is waited for, by the number at its server
 * @param transaction the transaction that is waited for, by its number there
 * @param heldSince since when that is open
 * @param past all waits of this kind
 */
public record RunWait(
        WaitKind kind,
        Span span,
        String what,
        OptionalLong session,
        Optional<String> transaction,
        Optional<Instant> heldSince,
        Past past) {

    /** @param seenAt when it was seen last: a coordinator that is killed ends no wait */
    public record Span(Instant since, Instant seenAt, Optional<Instant> endedAt) {}

    /**
     * @param waits how many of this kind there were, this one included
     * @param waitedMillis how long those that have ended took, all together
     */
    public record Past(long waits, long waitedMillis) {}

    /** Whether it is not over. */
    public boolean open() {
        return span.endedAt().isEmpty();
    }
}

package io.trellara.handoff.model;

import java.io.Serializable;
import java.time.Duration;

/**
 * A wait of a run, as it is seen at a moment. No row's value is in it (R11). Java-serialized in events.
 *
 * @param subject what waits
 * @param waited for how long, by then
 */
public record Wait(WaitKind kind, String subject, Duration waited, WaitHolder holder) implements Serializable {
    private static final long serialVersionUID = 1;

    /** One clause, the same as long as the same is waited for. */
    public String what() {
        return subject + " waits for " + holder.who();
    }

    /** One clause, with ages. */
    public String text() {
        return subject + " waits for " + holder.text();
    }
}

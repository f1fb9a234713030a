package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Pauses between attempts at a lock: longer each time, and by chance, so that several readers do not come together
 * again and again. One thread.
 */
final class LockPauses {
    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final RandomGenerator chance;
    private Duration next = FIRST;

    LockPauses(RandomGenerator chance) {
        this.chance = chance;
    }

    /** Half of the present length at least, the whole at most. */
    Duration next() {
        long most = next.toNanos();
        next = next.multipliedBy(2).compareTo(LONGEST) < 0 ? next.multipliedBy(2) : LONGEST;
        return Duration.ofNanos(most / 2 + chance.nextLong(most / 2 + 1));
    }

    /** Waits; ends with TOOL_INTERRUPTED where the thread is interrupted. */
    void pause() {
        LockSupport.parkNanos(this, next().toNanos());
        if (Thread.currentThread().isInterrupted()) {
            throw new HandoffException(new Finding(
                    ErrorCode.TOOL_INTERRUPTED,
                    "source server",
                    "an interrupt while waiting for table locks",
                    "an undisturbed wait",
                    "resume the run"));
        }
    }
}

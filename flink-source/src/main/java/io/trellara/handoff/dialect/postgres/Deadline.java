package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The limit of one wait at the source, and the pauses between its questions. One thread. */
final class Deadline {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    private final long start = System.nanoTime();
    private final long limit;
    private long pause = FIRST_PAUSE;

    Deadline(long millis) {
        this.limit = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    boolean passed() {
        return System.nanoTime() - start >= limit;
    }

    long elapsedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    long limitMillis() {
        return TimeUnit.NANOSECONDS.toMillis(limit);
    }

    /** Waits a little, longer each time up to 50 ms; ends with TOOL_INTERRUPTED where the thread is interrupted. */
    void pause(String waitingFor) {
        LockSupport.parkNanos(this, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE);
        if (Thread.currentThread().isInterrupted()) {
            throw new HandoffException(new Finding(
                    ErrorCode.TOOL_INTERRUPTED,
                    "source server",
                    "an interrupt while waiting for " + waitingFor,
                    "an undisturbed wait",
                    "resume the run"));
        }
    }
}

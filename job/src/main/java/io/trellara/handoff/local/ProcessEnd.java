package io.trellara.handoff.local;

import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Waits for the end of a server's process. */
final class ProcessEnd {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private ProcessEnd() {}

    /** Returns when it has ended; else throws what {@code failure} makes of the reason. */
    static void await(ProcessHandle handle, Function<String, HandoffException> failure) {
        try {
            handle.onExit().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw withCause(failure.apply("process " + handle.pid() + " does not end"), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw withCause(failure.apply("the wait for its end was interrupted"), e);
        }
    }

    private static HandoffException withCause(HandoffException failure, Exception cause) {
        failure.addSuppressed(cause);
        return failure;
    }
}

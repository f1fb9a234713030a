package io.trellara.handoff.local;

import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Waits for the end of a server's process. */
final class ProcessEnd {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(5);

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

    /**
     * The same for one that this JVM has not started itself: nobody tells us of its end, so it is asked for. It has
     * ended when it holds nothing any more, whenever its new parent takes note.
     */
    static void awaitStranger(ProcessHandle handle, Function<String, HandoffException> failure) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (handle.isAlive() && !isZombie(handle)) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                throw failure.apply("process " + handle.pid() + " does not end");
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    private static boolean isZombie(ProcessHandle handle) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(handle.pid()), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2); // the name before it may hold anything
        } catch (IOException gone) {
            return false; // the next question is whether it is alive
        }
    }

    private static HandoffException withCause(HandoffException failure, Exception cause) {
        failure.addSuppressed(cause);
        return failure;
    }
}

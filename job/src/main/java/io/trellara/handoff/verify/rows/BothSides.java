package io.trellara.handoff.verify.rows;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Does the same on both sides at the same time, the target's on a thread of its own; ends when both have ended. */
final class BothSides {
    private BothSides() {}

    /** What one side is asked. */
    interface Question<T> {
        T answer();
    }

    /** What both have answered. */
    record Pair<T>(T source, T target) {}

    /** Throws what the source's side has thrown, else what the target's has. */
    static <T> Pair<T> of(Question<T> source, Question<T> target) {
        FutureTask<T> later = new FutureTask<>(target::answer);
        Thread thread = new Thread(later, Thread.currentThread().getName() + " target");
        thread.setDaemon(true);
        thread.start();
        T first;
        try {
            first = source.answer();
        } catch (RuntimeException | Error e) {
            awaitAfter(e, later);
            throw e;
        }
        return new Pair<>(first, await(later));
    }

    /** The session is the other side's until that has ended. */
    private static void awaitAfter(Throwable failure, FutureTask<?> later) {
        try {
            await(later);
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    /** Whoever wants it to end early breaks the sessions; an interrupt is kept for the caller. */
    private static <T> T await(FutureTask<T> later) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return later.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause(); // a Question declares nothing else
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A thread for blocking work, whose results come back in the coordinator thread, in order. Flink's own
 * {@code callAsync} has one thread for everything, and a view that waits for old transactions would hold up the
 * evidence (flink.md).
 */
final class IoThread implements Work {
    private static final long JOIN_SECONDS = 10;

    private final ScheduledExecutorService executor;
    private final Executor coordinator;
    private final Consumer<Throwable> failed;
    private volatile boolean closed;

    IoThread(String name, Executor coordinator, Consumer<Throwable> failed) {
        this.coordinator = coordinator;
        this.failed = failed;
        this.executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(IoThread.class.getClassLoader());
            return thread;
        });
    }

    @Override
    public <T> void run(Supplier<T> task, Consumer<T> then) {
        executor.execute(() -> work(task, then));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // work() lets nothing through, and close() ends the schedule
    public void every(Duration period, Runnable tick) {
        long millis = period.toMillis();
        executor.scheduleWithFixedDelay(
                () -> work(
                        () -> {
                            tick.run();
                            return true;
                        },
                        done -> {}),
                millis,
                millis,
                TimeUnit.MILLISECONDS);
    }

    private <T> void work(Supplier<T> task, Consumer<T> then) {
        if (closed) {
            return;
        }
        try {
            T result = task.get();
            deliver(() -> take(result, then));
        } catch (RuntimeException | Error failure) {
            deliver(() -> failed.accept(failure));
        }
    }

    /** What goes wrong with an answer is judged like what goes wrong with the work. */
    private <T> void take(T result, Consumer<T> then) {
        try {
            then.accept(result);
        } catch (HandoffException failure) {
            failed.accept(failure);
        }
    }

    private void deliver(Runnable result) {
        if (closed) {
            return;
        }
        try {
            coordinator.execute(result);
        } catch (RejectedExecutionException coordinatorIsClosing) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        executor.shutdownNow();
        try {
            executor.awaitTermination(JOIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

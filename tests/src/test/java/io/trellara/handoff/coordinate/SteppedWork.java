package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Blocking work in steps: a task is one step, and the taking over of its result by the coordinator another. A crash may
 * come between the two.
 */
final class SteppedWork implements Work {
    private final Consumer<Throwable> failed;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Runnable> ticks = new ArrayList<>();
    private final Deque<Runnable> results = new ArrayDeque<>();

    SteppedWork(Consumer<Throwable> failed) {
        this.failed = failed;
    }

    @Override
    public <T> void run(Supplier<T> task, Consumer<T> then) {
        tasks.add(() -> work(task, then));
    }

    private <T> void work(Supplier<T> task, Consumer<T> then) {
        try {
            T result = task.get();
            results.add(() -> take(result, then));
        } catch (RuntimeException failure) {
            results.add(() -> failed.accept(failure));
        }
    }

    private <T> void take(T result, Consumer<T> then) {
        try {
            then.accept(result);
        } catch (HandoffException failure) {
            failed.accept(failure);
        }
    }

    @Override
    public void every(Duration period, Runnable tick) {
        ticks.add(() -> {
            try {
                tick.run();
            } catch (RuntimeException failure) {
                results.add(() -> failed.accept(failure));
            }
        });
    }

    boolean hasTask() {
        return !tasks.isEmpty();
    }

    boolean hasResult() {
        return !results.isEmpty();
    }

    /** The next task, if there is one. */
    void step() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
    }

    void tick() {
        ticks.forEach(Runnable::run);
    }

    /** The next result, if there is one; to be run in the coordinator thread. */
    void deliver() {
        Runnable result = results.poll();
        if (result != null) {
            result.run();
        }
    }

    @Override
    public void close() {
        tasks.clear();
        ticks.clear();
        results.clear();
    }
}

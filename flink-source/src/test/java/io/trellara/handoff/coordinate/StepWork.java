package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Blocking work that a test runs step by step, or as far as it goes. */
final class StepWork implements Work {
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private final List<Runnable> ticks = new ArrayList<>();
    private final Consumer<Throwable> failed;

    StepWork(Consumer<Throwable> failed) {
        this.failed = failed;
    }

    @Override
    public <T> void run(Supplier<T> task, Consumer<T> then) {
        queue.add(() -> {
            T result;
            try {
                result = task.get();
            } catch (RuntimeException failure) {
                failed.accept(failure);
                return;
            }
            attempt(() -> then.accept(result));
        });
    }

    @Override
    public void every(Duration period, Runnable tick) {
        ticks.add(tick);
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (HandoffException failure) {
            failed.accept(failure);
        }
    }

    void tick() {
        List.copyOf(ticks).forEach(this::attempt);
    }

    boolean step() {
        Runnable next = queue.poll();
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    @Override
    public void close() {
        queue.clear();
    }
}

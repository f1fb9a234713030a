package io.trellara.handoff.coordinate;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Does blocking work elsewhere, one task after another, and answers in the coordinator thread. */
interface Work extends AutoCloseable {
    /** Runs the task, then hands its result to {@code then}; a failure goes to the coordinator's own handler. */
    <T> void run(Supplier<T> task, Consumer<T> then);

    /** Runs the tick again and again, with the period between two runs. */
    void every(Duration period, Runnable tick);

    @Override
    void close();
}

package io.trellara.handoff.verify;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Does something about once a second, however often it is called. One thread. */
final class EverySecond implements Runnable {
    private static final long NANOS = Duration.ofSeconds(1).toNanos();

    private final Runnable action;
    private final LongSupplier nanoTime;
    private long last;

    EverySecond(Runnable action, LongSupplier nanoTime) {
        this.action = action;
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    @Override
    public void run() {
        long now = nanoTime.getAsLong();
        if (now - last >= NANOS) {
            last = now;
            action.run();
        }
    }
}

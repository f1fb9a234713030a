package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.util.function.LongSupplier;

/**
 * Notices that no checkpoint has completed for too long: then nothing becomes durable, whatever is copied. Any thread.
 */
final class CheckpointWatch {
    private final LongSupplier nanoTime;
    private final long limitMillis;
    private volatile long last;

    CheckpointWatch(LongSupplier nanoTime, long limitMillis) {
        this.nanoTime = nanoTime;
        this.limitMillis = limitMillis;
        this.last = nanoTime.getAsLong();
    }

    void completed() {
        last = nanoTime.getAsLong();
    }

    /** Time since one has completed, or the coordinator was made. */
    long ageMillis() {
        return (nanoTime.getAsLong() - last) / 1_000_000;
    }

    void require() {
        long millis = ageMillis();
        if (millis > limitMillis) {
            throw new HandoffException(new Finding(
                    ErrorCode.FLINK_CHECKPOINT_OVERDUE,
                    "job",
                    "no completed checkpoint for " + millis + " ms",
                    "one within " + limitMillis + " ms",
                    "look for checkpoint time-outs or backpressure; set execution.checkpointing.interval"));
        }
    }
}

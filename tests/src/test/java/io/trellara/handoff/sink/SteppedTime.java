package io.trellara.handoff.sink;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.ProcessingTimeService;

/** Processing time that moves when it is told to, and fires what has come due on the caller's thread. */
final class SteppedTime implements ProcessingTimeService {
    private final PriorityQueue<Due> timers = new PriorityQueue<>(Comparator.comparingLong(Due::at));
    private long now = 1_000;

    @Override
    public long getCurrentProcessingTime() {
        return now;
    }

    @Override
    public ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target) {
        timers.add(new Due(timestamp, target));
        return new Registered();
    }

    /** Moves on, timer by timer. */
    void advance(long millis) throws Exception {
        long end = now + millis;
        while (!timers.isEmpty() && timers.peek().at() <= end) {
            Due due = timers.remove();
            now = Math.max(now, due.at());
            due.target().onProcessingTime(due.at());
        }
        now = end;
    }

    private record Due(long at, ProcessingTimeCallback target) {}

    /** Nobody waits for it here. */
    private static final class Registered extends CompletableFuture<Object> implements ScheduledFuture<Object> {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}

package io.trellara.handoff.coordinate;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * How fast a figure grows, by its readings of the last two minutes: long enough that checkpoints, by which things grow
 * in steps, do not matter, and short enough to follow a load that changes. Pure; one thread.
 */
final class Trend {
    private static final Duration WINDOW = Duration.ofMinutes(2);
    private static final Duration LEAST = Duration.ofSeconds(10);
    private static final int MOST = 256;

    private final Deque<Reading> readings = new ArrayDeque<>();

    private record Reading(long nanos, long value) {}

    /** Takes a reading. */
    void add(long nanos, long value) {
        readings.addLast(new Reading(nanos, value));
        while (readings.size() > MOST
                || (readings.size() > 2 && nanos - readings.getFirst().nanos() > WINDOW.toNanos())) {
            readings.removeFirst();
        }
    }

    /** Milliseconds until it has grown by so much; empty before ten seconds of readings, and while it does not grow. */
    OptionalLong millisUntil(long more) {
        if (readings.isEmpty()) {
            return OptionalLong.empty();
        }
        long grown = readings.getLast().value() - readings.getFirst().value();
        long nanos = readings.getLast().nanos() - readings.getFirst().nanos();
        if (grown <= 0 || nanos < LEAST.toNanos()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of((long) ((double) more / grown * nanos / 1_000_000));
    }
}

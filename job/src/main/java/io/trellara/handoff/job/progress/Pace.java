package io.trellara.handoff.job.progress;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Rows and chunks a second over the last half minute, from readings of the evidence. One thread. */
public final class Pace {
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final int MOST = 256;

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(Instant at, long rows, int chunks) {}

    /** Takes a reading. */
    public void add(Instant at, RunFacts facts) {
        samples.addLast(new Sample(at, facts.copiedRows(), facts.chunksCopied()));
        while (samples.size() > MOST
                || (samples.size() > 2 && between(samples.getFirst(), at).compareTo(WINDOW) > 0)) {
            samples.removeFirst();
        }
    }

    /** Rows a second; 0 before there are two readings. */
    public long rowsPerSecond() {
        return samples.isEmpty()
                ? 0
                : perSecond(samples.getLast().rows() - samples.getFirst().rows());
    }

    /** Time until all chunks are copied at this pace; empty while nothing moves. */
    public Optional<Duration> left(RunFacts facts) {
        int moved = samples.isEmpty()
                ? 0
                : samples.getLast().chunks() - samples.getFirst().chunks();
        int missing = facts.chunksTotal() - facts.chunksCopied();
        if (moved <= 0 || missing <= 0) {
            return Optional.empty();
        }
        long millis = between(samples.getFirst(), samples.getLast().at()).toMillis();
        return Optional.of(Duration.ofMillis(millis * missing / moved));
    }

    private long perSecond(long amount) {
        long millis = between(samples.getFirst(), samples.getLast().at()).toMillis();
        return millis == 0 ? 0 : amount * 1000 / millis;
    }

    private static Duration between(Sample from, Instant to) {
        return Duration.between(from.at(), to);
    }
}

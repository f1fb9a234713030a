package io.trellara.handoff.job.progress;

import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * How a run stands, and what is left of it, by the samples of its last minutes: how long the copy will take at this
 * pace, and how long the source's log will last. What is not known is absent. Pure.
 *
 * @param at of the newest sample
 * @param rowsPerSecond that became durable
 * @param copyLeft until all chunks are copied
 * @param log how the source's log stood
 * @param logLeft until the source removes log that the run needs
 */
public record RunOutlook(
        Instant at, long rowsPerSecond, Optional<Duration> copyLeft, SourceLog log, Optional<Duration> logLeft) {
    /** Checkpoints, by which things grow in steps, do not matter over so long. */
    private static final Duration WINDOW = Duration.ofMinutes(2);

    /** @param samples oldest first; empty where there are none */
    public static Optional<RunOutlook> of(RunFacts facts, List<RunSample> samples) {
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        RunSample last = samples.get(samples.size() - 1);
        List<RunSample> window = samples.stream()
                .filter(sample -> Duration.between(sample.at(), last.at()).compareTo(WINDOW) <= 0)
                .toList();
        double rows = perMilli(window, RunSample::copiedRows);
        return Optional.of(new RunOutlook(
                last.at(), Math.round(rows * 1000), copyLeft(facts, rows), last.log(), logLeft(window, last.log())));
    }

    /** As many rows are expected for each chunk that is left as the copied ones had. */
    private static Optional<Duration> copyLeft(RunFacts facts, double rowsPerMilli) {
        int left = facts.chunksTotal() - facts.chunksCopied();
        if (left <= 0 || facts.chunksCopied() == 0 || rowsPerMilli <= 0) {
            return Optional.empty();
        }
        double rows = (double) facts.copiedRows() / facts.chunksCopied() * left;
        return Optional.of(Duration.ofMillis((long) (rows / rowsPerMilli)));
    }

    private static Optional<Duration> logLeft(List<RunSample> window, SourceLog log) {
        if (log.limitBytes().isEmpty() || log.keptBytes().isEmpty()) {
            return Optional.empty();
        }
        long room = log.limitBytes().getAsLong() - log.keptBytes().getAsLong();
        double grown = perMilli(
                window.stream()
                        .filter(sample -> sample.log().keptBytes().isPresent())
                        .toList(),
                sample -> sample.log().keptBytes().getAsLong());
        if (room <= 0) {
            return Optional.of(Duration.ZERO);
        }
        return grown <= 0 ? Optional.empty() : Optional.of(Duration.ofMillis((long) (room / grown)));
    }

    private static double perMilli(List<RunSample> window, ToLongFunction<RunSample> figure) {
        if (window.size() < 2) {
            return 0;
        }
        RunSample first = window.get(0);
        RunSample last = window.get(window.size() - 1);
        long millis = Duration.between(first.at(), last.at()).toMillis();
        return millis == 0 ? 0 : (double) (figure.applyAsLong(last) - figure.applyAsLong(first)) / millis;
    }
}

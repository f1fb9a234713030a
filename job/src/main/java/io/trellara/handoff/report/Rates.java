package io.trellara.handoff.report;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.RunSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * How much a second, from counts that only grow. A count moves where a checkpoint completes and stands in between: what
 * it grew by is spread over the time since it moved last, which is when it was done; but where it had stood for long,
 * it is spread over the end of that only. Pure.
 */
final class Rates {
    private static final Duration LONG = Duration.ofSeconds(15);

    private Rates() {}

    /** A count at a moment. */
    record Count(Instant at, long number) {}

    /** The rate of each stretch between two moves, as a point at its end; nothing where there are not two counts. */
    static List<Series.Point> of(List<Count> counts) {
        List<Series.Point> points = new ArrayList<>();
        if (counts.isEmpty()) {
            return points;
        }
        Count last = counts.get(0);
        Count before = last;
        points.add(Series.Point.of(last.at(), 0));
        for (Count count : counts) {
            Instant from = later(
                    last.at(), before.number() == 0 ? before.at() : before.at().minus(LONG));
            long millis = Duration.between(from, count.at()).toMillis();
            if (count.number() > last.number() && millis > 0) {
                if (from.isAfter(last.at())) {
                    points.add(Series.Point.of(from, 0));
                }
                points.add(Series.Point.of(count.at(), (count.number() - last.number()) * 1000.0 / millis));
                last = count;
            }
            before = count;
        }
        Instant end = counts.get(counts.size() - 1).at();
        if (end.isAfter(last.at())) {
            points.add(Series.Point.of(end, 0));
        }
        return points;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** A count of the run, as its samples have it. */
    static List<Count> counts(List<RunSample> samples, ToLongFunction<RunSample> count) {
        return samples.stream()
                .map(sample -> new Count(sample.at(), count.applyAsLong(sample)))
                .toList();
    }

    /** Rows that were durable when: known to the checkpoint where chunks keep their times. */
    static List<Count> copiedRows(List<ChunkRecord> chunks) {
        Optional<Instant> begun = chunks.stream()
                .flatMap(chunk -> chunk.reading().claimedAt().stream())
                .min(Comparator.naturalOrder());
        Map<Instant, Long> durable = new TreeMap<>();
        chunks.forEach(
                chunk -> chunk.reading().copiedAt().ifPresent(at -> durable.merge(at, chunk.copiedRows(), Long::sum)));
        List<Count> counts = new ArrayList<>();
        begun.ifPresent(at -> counts.add(new Count(at, 0)));
        long rows = 0;
        for (Map.Entry<Instant, Long> step : durable.entrySet()) {
            rows += step.getValue();
            counts.add(new Count(step.getKey(), rows));
        }
        return counts;
    }
}

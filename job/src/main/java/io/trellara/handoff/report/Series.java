package io.trellara.handoff.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Values over time under one name. A point without a value is a gap: nobody knows what was there.
 *
 * @param colour number of its colour
 * @param points in their order
 */
record Series(String name, int colour, Form form, List<Point> points) {
    /** How it is drawn. */
    enum Form {
        /** A line with its area. */
        AREA,
        /** Each value holds since the point before. */
        STEPS,
        /** A line that the others must stay below. */
        LIMIT
    }

    /** A value at a moment. */
    record Point(Instant at, Optional<Double> value) {
        static Point of(Instant at, double value) {
            return new Point(at, Optional.of(value));
        }
    }

    Series {
        points = List.copyOf(points);
    }

    boolean isEmpty() {
        return points.stream().allMatch(point -> point.value().isEmpty());
    }

    double max() {
        return points.stream()
                .flatMap(point -> point.value().stream())
                .mapToDouble(value -> value)
                .max()
                .orElse(0);
    }

    /** The newest value that is known. */
    Optional<Double> last() {
        return points.stream().flatMap(point -> point.value().stream()).reduce((earlier, later) -> later);
    }

    /**
     * The same in at most four points for each of {@code parts} parts: the first and the last, the least and the
     * greatest, so that no peak is lost.
     */
    Series thinned(int parts) {
        if (points.size() <= parts * 4) {
            return this;
        }
        List<Point> kept = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) points.size() * part / parts);
            int to = (int) ((long) points.size() * (part + 1) / parts);
            List<Point> slice = points.subList(from, to);
            Comparator<Point> byValue =
                    Comparator.comparing(point -> point.value().orElse(-1.0));
            List<Point> chosen = List.of(
                    slice.get(0),
                    slice.stream().min(byValue).orElseThrow(),
                    slice.stream().max(byValue).orElseThrow(),
                    slice.get(slice.size() - 1));
            chosen.stream().distinct().sorted(Comparator.comparing(Point::at)).forEach(kept::add);
        }
        return new Series(name, colour, form, kept);
    }
}

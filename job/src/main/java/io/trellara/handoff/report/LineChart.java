package io.trellara.handoff.report;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A chart of values over time as an SVG picture. Pure.
 *
 * @param width of the picture in its own units, which letters are measured in
 * @param title what it shows, for those who hear it
 */
record LineChart(int width, String title, Axis.Unit unit, Span span, List<Series> series) {
    /** Across the page, or across half of it. */
    static final int WIDE = 900, HALF = 520;

    private static final int HEIGHT = 220;
    private static final int LEFT = 66;
    private static final int RIGHT = 14;
    private static final int TOP = 12;
    private static final int BOTTOM = 30;
    private static final int PARTS = 120;
    private static final int HINTS = 90;

    LineChart {
        series = series.stream().map(one -> one.thinned(PARTS)).toList();
    }

    Markup markup() {
        List<Double> marks =
                Axis.numbers(series.stream().mapToDouble(Series::max).max().orElse(0), unit, 5);
        double top = marks.get(marks.size() - 1);
        Markup out = new Markup();
        out.open("div", "class", "chart");
        out.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + width + " " + HEIGHT,
                "role",
                "img",
                "aria-label",
                title);
        frame(out, marks, top);
        series.forEach(one -> draw(out, one, top));
        series.forEach(one -> hints(out, one, top));
        return out.close().close();
    }

    private void frame(Markup out, List<Double> marks, double top) {
        for (double mark : marks) {
            String y = n(y(mark, top));
            out.empty(
                    "line",
                    "class",
                    mark == 0 ? "base" : "grid",
                    "x1",
                    n(LEFT),
                    "x2",
                    n(width - RIGHT),
                    "y1",
                    y,
                    "y2",
                    y);
            out.element("text", unit.shown(mark), "class", "mark end", "x", n(LEFT - 8), "y", n(y(mark, top) + 4));
        }
        for (Axis.Moment moment : Axis.moments(span.from(), span.to(), width / 110)) {
            String x = n(x(moment.at()));
            out.empty(
                    "line", "class", "base", "x1", x, "x2", x, "y1", n(HEIGHT - BOTTOM), "y2", n(HEIGHT - BOTTOM + 4));
            out.element("text", moment.text(), "class", "mark middle", "x", x, "y", n(HEIGHT - BOTTOM + 18));
        }
    }

    private void draw(Markup out, Series one, double top) {
        StringBuilder line = new StringBuilder();
        StringBuilder area = new StringBuilder();
        boolean drawing = false;
        double lastX = LEFT;
        for (Series.Point point : one.points()) {
            double x = x(point.at());
            if (point.value().isEmpty()) {
                end(area, drawing, lastX);
                drawing = false;
            } else {
                double y = y(point.value().get(), top);
                if (drawing) {
                    next(line, one.form(), x, y);
                    next(area, one.form(), x, y);
                } else {
                    line.append('M').append(n(x)).append(' ').append(n(y));
                    area.append('M').append(n(x)).append(' ').append(n(y(0, top)));
                    area.append('V').append(n(y));
                }
                drawing = true;
            }
            lastX = x;
        }
        end(area, drawing, lastX);
        if (one.form() != Series.Form.LIMIT) {
            out.empty("path", "class", "area f" + one.colour(), "d", area.toString());
        }
        String dashes = one.form() == Series.Form.LIMIT ? "limit" : "line s" + one.colour();
        out.empty("path", "class", dashes, "d", line.toString());
    }

    private static void next(StringBuilder path, Series.Form form, double x, double y) {
        if (form == Series.Form.STEPS) {
            path.append('V').append(n(y)).append('H').append(n(x));
        } else {
            path.append('L').append(n(x)).append(' ').append(n(y));
        }
    }

    private static void end(StringBuilder area, boolean drawing, double lastX) {
        if (drawing) {
            area.append('H')
                    .append(n(lastX))
                    .append('V')
                    .append(n(HEIGHT - BOTTOM))
                    .append('Z');
        }
    }

    /** Values to be read where the pointer rests. */
    private void hints(Markup out, Series one, double top) {
        int every = Math.max(1, one.points().size() / HINTS);
        for (int i = 0; i < one.points().size(); i += every) {
            Series.Point point = one.points().get(i);
            point.value()
                    .ifPresent(value -> out.open(
                                    "circle", "class", "hint", "cx", n(x(point.at())), "cy", n(y(value, top)), "r", "6")
                            .element(
                                    "title",
                                    one.name() + ": " + unit.shown(value) + " at " + Amounts.moment(point.at()))
                            .close());
        }
    }

    private double x(Instant at) {
        return LEFT + span.share(at) * (width - LEFT - RIGHT);
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - Math.min(1, value / top) * (HEIGHT - BOTTOM - TOP);
    }

    /** A coordinate. */
    static String n(double coordinate) {
        return String.format(Locale.ROOT, "%.1f", coordinate).replace(".0", "");
    }
}

package io.trellara.handoff.report;

import static io.trellara.handoff.report.LineChart.n;

import io.trellara.handoff.evidence.ChunkRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Time lines of the readers as an SVG picture: a row for each reader, a bar for each chunk in its relation's colour,
 * and a hair for each checkpoint that made chunks durable. Pure.
 */
record ReaderChart(List<ChunkRecord> chunks, Span span, Palette palette, Instant now) {
    private static final int WIDTH = LineChart.WIDE;
    private static final int LEFT = 66;
    private static final int RIGHT = 14;
    private static final int TOP = 8;
    private static final int BOTTOM = 30;
    private static final int ROW = 22;
    private static final int BAR = 14;
    private static final int MOST_HAIRS = 120;
    private static final int FLAG = 8;

    Markup markup() {
        ReaderBars bars = ReaderBars.of(chunks, now, span.length().dividedBy(WIDTH - LEFT - RIGHT));
        int height = TOP + bars.rows().size() * ROW + BOTTOM;
        Markup out = new Markup();
        out.open("div", "class", "chart");
        out.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + WIDTH + " " + height,
                "role",
                "img",
                "aria-label",
                "Chunks by reader over time");
        stripes(out);
        hairs(out, height);
        int row = 0;
        for (Map.Entry<Integer, List<ReaderBars.Bar>> reader : bars.rows().entrySet()) {
            double y = TOP + row * ROW;
            out.element("text", "reader " + reader.getKey(), "class", "mark end", "x", n(LEFT - 8), "y", n(y + 15));
            reader.getValue().forEach(bar -> bar(out, bar, y + (ROW - BAR) / 2.0));
            row++;
        }
        axis(out, height);
        return out.close().close();
    }

    /** What lies over a chunk that was read again. */
    private static void stripes(Markup out) {
        out.open("defs")
                .open(
                        "pattern",
                        "id",
                        "again",
                        "width",
                        "5",
                        "height",
                        "5",
                        "patternUnits",
                        "userSpaceOnUse",
                        "patternTransform",
                        "rotate(45)")
                .empty("rect", "class", "stripe", "width", "2", "height", "5")
                .close()
                .close();
    }

    private void hairs(Markup out, int height) {
        List<Instant> checkpoints = ReaderBars.checkpoints(chunks);
        if (checkpoints.size() > MOST_HAIRS) {
            return; // they would be a grey ground
        }
        for (Instant at : checkpoints) {
            String x = n(x(at));
            out.open("line", "class", "hair", "x1", x, "x2", x, "y1", n(TOP), "y2", n(height - BOTTOM))
                    .element("title", "durable in a checkpoint recorded at " + Amounts.moment(at))
                    .close();
        }
    }

    private void bar(Markup out, ReaderBars.Bar bar, double y) {
        double from = x(bar.from());
        double width = Math.max(1.2, x(bar.to()) - from - 0.6);
        out.open("g");
        out.element("title", words(bar));
        out.empty(
                "rect",
                "class",
                "bar f" + palette.of(bar.relation()),
                "x",
                n(from),
                "y",
                n(y),
                "width",
                n(width),
                "height",
                n(BAR),
                "rx",
                "1.5");
        if (bar.retried() > 0) {
            out.empty(
                    "rect",
                    "class",
                    "retried",
                    "fill",
                    "url(#again)",
                    "x",
                    n(from),
                    "y",
                    n(y),
                    "width",
                    n(width),
                    "height",
                    n(BAR),
                    "rx",
                    "1.5");
            if (width >= FLAG) {
                out.empty("path", "class", "flag", "d", "M" + n(from) + " " + n(y - 4) + "h7l-3.5 5z");
            }
        }
        out.close();
    }

    private static String words(ReaderBars.Bar bar) {
        String what = bar.chunks() == 1 ? "one chunk" : Amounts.count(bar.chunks()) + " chunks";
        String again = bar.retried() == 0 ? "" : ", read again after an attempt that failed";
        return bar.relation() + ": " + what + ", " + Amounts.count(bar.copiedRows()) + " rows, "
                + Amounts.duration(Duration.between(bar.from(), bar.to())) + " from " + Amounts.moment(bar.from())
                + again;
    }

    private void axis(Markup out, int height) {
        String base = n(height - BOTTOM);
        out.empty("line", "class", "base", "x1", n(LEFT), "x2", n(WIDTH - RIGHT), "y1", base, "y2", base);
        for (Axis.Moment moment : Axis.moments(span.from(), span.to(), WIDTH / 110)) {
            String x = n(x(moment.at()));
            out.empty("line", "class", "base", "x1", x, "x2", x, "y1", base, "y2", n(height - BOTTOM + 4));
            out.element("text", moment.text(), "class", "mark middle", "x", x, "y", n(height - BOTTOM + 18));
        }
    }

    private double x(Instant at) {
        return LEFT + span.share(at) * (WIDTH - LEFT - RIGHT);
    }
}

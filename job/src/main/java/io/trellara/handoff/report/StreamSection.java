package io.trellara.handoff.report;

import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.SourceLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** The stream over time: what the gate did, how far the run lags, and how much log the source keeps. Pure. */
final class StreamSection {
    /** A limit that is further away than this many times what was reached is told, not drawn. */
    private static final double FAR = 5;

    private StreamSection() {}

    static Section of(ReportFacts facts) {
        Markup body = new Markup();
        body.add(counts(facts));
        List<RunSample> samples = facts.samples();
        if (samples.size() < 2) {
            body.add(Section.nothing(
                    "There are not enough samples for pictures: the run is young, or began before they were kept."));
            return new Section("stream", "Stream", body);
        }
        Span span =
                new Span(samples.get(0).at(), samples.get(samples.size() - 1).at());
        changes(body, samples, span);
        body.open("div", "class", "pair");
        lag(body, samples, span);
        retained(body, samples, span);
        body.close();
        body.add(Section.note(span.words() + ", " + Amounts.count(samples.size()) + " samples. Lag is that of the"
                + " durable position, so it includes the time to the next checkpoint. A gap: the source could not be"
                + " asked."));
        return new Section("stream", "Stream", body);
    }

    private static Markup counts(ReportFacts facts) {
        ChangeCounts changes = facts.run().changes();
        int retried = facts.own().retriedChunks();
        int attempts = facts.own().chunks().stream()
                .mapToInt(chunk -> Math.max(0, chunk.attempts() - 1))
                .sum();
        long erased = facts.own().erasedRows()
                + facts.children().stream()
                        .mapToLong(child -> child.part().erasedRows())
                        .sum();
        return new Table("What", "#How many", "Meaning")
                .row(
                        Table.cell("Forwarded"),
                        Table.cell(Amounts.count(changes.forwarded())),
                        Table.cell("changes that the gate let pass to the target"))
                .row(
                        Table.cell("Suppressed"),
                        Table.cell(Amounts.count(changes.suppressed())),
                        Table.cell("changes that a copied chunk held already"))
                .row(
                        Table.cell("Replayed"),
                        Table.cell(Amounts.count(changes.replayed())),
                        Table.cell("changes that passed again over chunks that were read again"))
                .row(
                        Table.cell("Retried"),
                        Table.cell(Amounts.count(retried)),
                        Table.cell("chunks read again, in " + Amounts.count(attempts) + " further attempts"))
                .row(
                        Table.cell("Erased"),
                        Table.cell(Amounts.count(erased)),
                        Table.cell("rows of the target deleted before they were copied again"))
                .markup();
    }

    private static void changes(Markup body, List<RunSample> samples, Span span) {
        List<Series> series = new ArrayList<>();
        add(
                series,
                "forwarded",
                0,
                Rates.of(Rates.counts(samples, s -> s.changes().forwarded())));
        add(
                series,
                "suppressed",
                1,
                Rates.of(Rates.counts(samples, s -> s.changes().suppressed())));
        if (!series.isEmpty()) {
            body.element("h3", "Changes a second");
            Markup legend = new Markup().open("p", "class", "legend");
            series.forEach(one -> legend.open("span")
                    .add(Palette.swatch(one.colour()))
                    .text(one.name())
                    .close());
            body.add(legend.close());
            body.add(new LineChart(LineChart.WIDE, "Changes a second over time", Axis.Unit.COUNT, span, series)
                    .markup());
        }
    }

    private static void add(List<Series> series, String name, int colour, List<Series.Point> points) {
        Series one = new Series(name, colour, Series.Form.STEPS, points);
        if (one.max() > 0) {
            series.add(one);
        }
    }

    private static void lag(Markup body, List<RunSample> samples, Span span) {
        chart(body, "Lag, in log", Axis.Unit.BYTES, span, List.of(area("lag", 0, samples, SourceLog::behindBytes)));
        Series time = area("lag", 0, samples, SourceLog::behindMillis);
        Series expiry = limit("log is removed at this age", samples, SourceLog::limitMillis);
        chart(body, "Lag, in time", Axis.Unit.MILLIS, span, List.of(time, expiry));
    }

    private static void retained(Markup body, List<RunSample> samples, Span span) {
        Series kept = area("retained", 2, samples, SourceLog::keptBytes);
        Series limit = limit("limit", samples, SourceLog::limitBytes);
        chart(body, "Log retained at the source", Axis.Unit.BYTES, span, List.of(kept, limit));
    }

    private static void chart(Markup body, String title, Axis.Unit unit, Span span, List<Series> series) {
        Series first = series.get(0);
        if (first.isEmpty()) {
            return;
        }
        body.open("figure").element("h3", title);
        if (first.max() == 0) {
            body.add(Section.nothing("Nothing, whenever the run was looked at."))
                    .close();
            return;
        }
        Optional<Series> limit =
                series.stream().skip(1).filter(one -> !one.isEmpty()).findFirst();
        boolean near = limit.filter(one -> one.max() <= FAR * first.max()).isPresent();
        body.add(new LineChart(
                        LineChart.HALF, title, unit, span, near ? List.of(first, limit.orElseThrow()) : List.of(first))
                .markup());
        limit.ifPresent(one -> body.element(
                "figcaption",
                (near ? "Dashed: " : "Far below the ") + one.name() + ", "
                        + unit.shown(one.last().orElse(0.0)) + "; at most "
                        + unit.shown(first.max()) + " were reached."));
        body.close();
    }

    private static Series area(
            String name, int colour, List<RunSample> samples, Function<SourceLog, OptionalLong> figure) {
        return new Series(name, colour, Series.Form.AREA, points(samples, figure));
    }

    private static Series limit(String name, List<RunSample> samples, Function<SourceLog, OptionalLong> figure) {
        return new Series(name, 0, Series.Form.LIMIT, points(samples, figure));
    }

    private static List<Series.Point> points(List<RunSample> samples, Function<SourceLog, OptionalLong> figure) {
        return samples.stream()
                .map(sample -> {
                    OptionalLong value = figure.apply(sample.log());
                    return new Series.Point(
                            sample.at(),
                            value.isPresent() ? Optional.of((double) value.getAsLong()) : Optional.empty());
                })
                .toList();
    }
}

package io.trellara.handoff.report;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunSample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The copy over time: who read what, and how fast it became durable. Pure. */
final class CopySection {
    private CopySection() {}

    static Section of(ReportFacts facts, Palette palette, Instant now) {
        Markup body = new Markup();
        List<ChunkRecord> chunks = facts.own().chunks();
        Optional<Span> span = ReaderBars.span(chunks, now);
        if (span.isEmpty()) {
            body.add(
                    Section.nothing(
                            chunks.isEmpty()
                                    ? "No chunk is planned yet."
                                    : "When chunks were read is not known: none was claimed yet, or the run began before this was kept."));
            rates(body, Rates.of(Rates.counts(facts.samples(), RunSample::copiedRows)));
            return new Section("copy", "Copy", body);
        }
        body.element("h3", "Chunks by reader");
        body.add(legend(facts.own().relations(), palette));
        body.add(new ReaderChart(chunks, span.get(), palette, now).markup());
        body.add(Section.note(span.get().words()
                + ". A bar is a chunk being read; a hair is a checkpoint that made chunks durable. Where a chunk was read"
                + " again, its last attempt is shown, with a flag."));
        rates(body, Rates.of(Rates.copiedRows(chunks)));
        return new Section("copy", "Copy", body);
    }

    private static void rates(Markup body, List<Series.Point> points) {
        Series series = new Series("rows a second", 0, Series.Form.STEPS, points);
        if (points.size() < 2 || series.max() == 0) {
            return;
        }
        Span span = new Span(points.get(0).at(), points.get(points.size() - 1).at());
        body.element("h3", "Rows a second, as they became durable");
        body.add(new LineChart(LineChart.WIDE, "Rows a second over time", Axis.Unit.COUNT, span, List.of(series))
                .markup());
        body.add(Section.note(span.words()));
    }

    private static Markup legend(List<RelationRecord> relations, Palette palette) {
        Markup out = new Markup().open("p", "class", "legend");
        boolean others = false;
        for (RelationRecord relation : relations) {
            int colour = palette.of(relation.relation());
            if (palette.shared(colour)) {
                others = true;
            } else {
                out.open("span")
                        .add(Palette.swatch(colour))
                        .text(relation.relation().toString())
                        .close();
            }
        }
        if (others) {
            out.open("span")
                    .add(Palette.swatch(Palette.SIZE - 1))
                    .text("all others")
                    .close();
        }
        out.open("span")
                .element("span", "", "class", "swatch again")
                .text("read again")
                .close();
        return out.close();
    }
}

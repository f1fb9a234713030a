package io.trellara.handoff.report;

import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The top of the page: which run, from where to where, how it stands, and its few great numbers. Pure. */
final class HeadSection {
    private HeadSection() {}

    static Markup of(ReportFacts facts, ReportContext context) {
        RunRecord run = facts.run();
        Markup out = new Markup();
        out.open("header");
        out.open("div", "class", "brand")
                .text("Trellara Handoff · report of a run")
                .close();
        out.open("div", "class", "title")
                .element("h1", run.run().toString())
                .add(badge(facts))
                .close();
        out.open("p", "class", "route")
                .add(side(context.source()))
                .element("span", " → ", "class", "arrow")
                .add(side(context.target()))
                .close();
        run.failureReason()
                .ifPresent(reason -> out.open("div", "class", "alarm")
                        .element("strong", run.failureCode().orElse("The run has failed"))
                        .element("p", reason)
                        .close());
        out.add(tiles(facts));
        out.add(bindings(facts, context));
        return out.close();
    }

    private static Markup side(ReportContext.Side side) {
        return new Markup()
                .open("span", "class", "side")
                .element("strong", side.name())
                .text(" ")
                .element("code", side.place())
                .close();
    }

    private static Markup badge(ReportFacts facts) {
        boolean diverged = !facts.verifications().isEmpty()
                && facts.verifications().get(0).run().verdict() == Verdict.DIVERGED;
        String[] badge = switch (facts.run().state()) {
            case VERIFIED -> new String[] {"✓ verified", "good"};
            case FAILED_RECOVERABLE -> new String[] {"✕ failed, recoverable", "bad"};
            case STREAMING ->
                diverged
                        ? new String[] {"✕ streaming, diverged", "bad"}
                        : new String[] {"● streaming, not verified yet", "busy"};
            case STREAM_HANDOFF_READY -> new String[] {"● handed off", "busy"};
            case COPY_COMPLETE -> new String[] {"● copy complete", "busy"};
            case COPYING_TABLE -> new String[] {"● copying", "busy"};
            case PLANNED, SLOT_CREATED, SNAPSHOT_EXPORTED -> new String[] {"○ starting", "plain"};
        };
        return new Markup().element("span", badge[0], "class", "badge " + badge[1]);
    }

    private static Markup tiles(ReportFacts facts) {
        Markup out = new Markup().open("dl", "class", "tiles");
        ReportFacts.Part own = facts.own();
        tile(out, "Rows copied", Amounts.count(own.copiedRows()), chunks(own));
        Optional<Duration> took = copyTook(facts);
        tile(
                out,
                "Data copied",
                Amounts.bytes(own.bytesCopied()),
                took.map(time -> "in " + Amounts.duration(time)).orElse("copy not complete"));
        took.filter(time -> time.toMillis() > 0)
                .ifPresent(time -> tile(
                        out,
                        "Mean pace",
                        Amounts.shortCount(Math.rint(own.copiedRows() * 1000.0 / time.toMillis())),
                        "rows a second"));
        tile(out, "Changes streamed", Amounts.count(facts.run().changes().forwarded()), "forwarded by the gate");
        facts.newestSample().ifPresent(sample -> lag(out, sample));
        facts.newestSample().ifPresent(sample -> retained(out, sample.log()));
        return out.close();
    }

    private static String chunks(ReportFacts.Part own) {
        int copied = own.relations().stream()
                .mapToInt(relation -> relation.chunksCopied())
                .sum();
        int total = own.relations().stream()
                .mapToInt(relation -> relation.chunksTotal())
                .sum();
        return Amounts.count(copied) + " of " + Amounts.count(total) + " chunks";
    }

    private static void lag(Markup out, RunSample sample) {
        if (sample.log().behindBytes().isPresent()
                || sample.log().behindMillis().isPresent()) {
            String bytes = sample.log().behindBytes().isPresent()
                    ? Amounts.bytes(sample.log().behindBytes().getAsLong())
                    : "log of unknown size";
            String time = sample.log().behindMillis().isPresent()
                    ? behind(sample.log().behindMillis().getAsLong()) + ", "
                    : "";
            tile(out, "Lag, last seen", bytes, time + Amounts.moment(sample.at()));
        }
    }

    private static String behind(long millis) {
        return millis == 0 ? "caught up" : Amounts.millis(millis) + " behind";
    }

    private static void retained(Markup out, SourceLog log) {
        if (log.keptBytes().isPresent()) {
            String limit = log.limitBytes().isPresent()
                    ? "of " + Amounts.bytes(log.limitBytes().getAsLong())
                    : log.limitMillis().isPresent()
                            ? "removed after "
                                    + Amounts.millis(log.limitMillis().getAsLong())
                            : "without a limit";
            tile(out, "Log retained", Amounts.bytes(log.keptBytes().getAsLong()), limit);
        }
    }

    private static void tile(Markup out, String name, String value, String detail) {
        out.open("div")
                .element("dt", name)
                .element("dd", value, "class", "value")
                .element("dd", detail, "class", "detail")
                .close();
    }

    /** From the first claim's state to the end of the copy, the last time each was reached. */
    private static Optional<Duration> copyTook(ReportFacts facts) {
        Optional<Instant> begun = facts.own().transitions().stream()
                .filter(t -> t.to() == RunState.COPYING_TABLE)
                .map(Transition::at)
                .findFirst();
        Optional<Instant> ended = facts.own().transitions().stream()
                .filter(t -> t.to() == RunState.COPY_COMPLETE)
                .map(Transition::at)
                .findFirst();
        return begun.flatMap(from -> ended.map(to -> Duration.between(from, to)));
    }

    private static Markup bindings(ReportFacts facts, ReportContext context) {
        RunRecord run = facts.run();
        Markup out = new Markup().open("dl", "class", "facts");
        fact(out, "Started", Amounts.moment(run.startedAt()) + " UTC");
        fact(out, "Last evidence", Amounts.moment(run.updatedAt()) + " UTC");
        fact(
                out,
                "Source identity",
                run.sourceIdentity().map(HeadSection::identity).orElse(Amounts.NONE));
        fact(out, "Schedule", run.schedule());
        fact(out, "Boundary", Amounts.position(run.consistentLsn()));
        fact(out, "Stream position", Amounts.position(run.streamPosition()));
        fact(out, "Slot", run.slotName().orElse(Amounts.NONE));
        fact(out, "Fence", Amounts.count(run.fence()) + " (coordinator starts)");
        fact(out, "Made", Amounts.moment(context.now()) + " UTC");
        fact(out, "Versions", String.join(", ", context.versions()));
        return out.close();
    }

    private static String identity(String text) {
        Identity identity = Identity.parse(text);
        return identity.mysql()
                ? "server " + identity.systemIdentifier()
                        + (identity.timeline() == 0 ? "" : ", succession " + identity.timeline())
                : "system " + identity.systemIdentifier() + ", timeline " + identity.timeline() + ", database "
                        + identity.database();
    }

    private static void fact(Markup out, String name, String value) {
        out.open("div").element("dt", name).element("dd", value).close();
    }
}

package io.trellara.handoff.job.cli;

import io.trellara.handoff.config.Units;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.job.progress.RunOutlook;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run's outlook and what can be done next, as lines of the status page. Pure. */
final class OutlookLines {
    private OutlookLines() {}

    static List<String> of(RunOutlook outlook, Instant now) {
        List<String> lines = new ArrayList<>();
        outlook.copyLeft()
                .ifPresent(left -> lines.add("pace       " + count(outlook.rowsPerSecond())
                        + " rows/s; all chunks are copied in about " + Units.shown(left)));
        SourceLog log = outlook.log();
        if (log.behindBytes().isPresent()) {
            lines.add("lag        " + Units.shownBytes(log.behindBytes().getAsLong())
                    + (log.behindMillis().isPresent()
                            ? ", "
                                    + Units.shown(
                                            Duration.ofMillis(log.behindMillis().getAsLong()))
                            : "")
                    + " behind what is durable here, " + age(outlook.at(), now) + " ago");
        }
        if (log.keptBytes().isPresent()) {
            lines.add("log kept   " + Units.shownBytes(log.keptBytes().getAsLong()) + " at the source, "
                    + limit(outlook));
        }
        return lines;
    }

    private static String limit(RunOutlook outlook) {
        SourceLog log = outlook.log();
        if (log.limitBytes().isPresent()) {
            return "of " + Units.shownBytes(log.limitBytes().getAsLong())
                    + outlook.logLeft()
                            .map(left -> "; exhausted in about " + Units.shown(left))
                            .orElse("; not growing");
        }
        return log.limitMillis().isPresent()
                ? "removed at an age of "
                        + Units.shown(Duration.ofMillis(log.limitMillis().getAsLong()))
                : "without a limit";
    }

    /** The commands that are of use now. */
    static List<String> next(RunFacts facts) {
        if (facts.run().halted()) {
            return List.of("./handoff explain CODE, mend it, ./handoff resume, then run again", "./handoff abandon");
        }
        if (facts.run().divergenceProven()) {
            return List.of("./handoff recopy --from-verification ID", "./handoff verify", "./handoff report");
        }
        if (facts.paused()) {
            return List.of("./handoff resume-copy");
        }
        return facts.state().compareTo(RunState.STREAMING) < 0
                ? List.of("./handoff status --watch", "./handoff tune", "./handoff pause")
                : List.of("./handoff verify", "./handoff check", "./handoff report", "./handoff proof");
    }

    private static String age(Instant since, Instant now) {
        Duration age = Duration.between(since, now);
        return Units.shown(age.isNegative() ? Duration.ZERO : age);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

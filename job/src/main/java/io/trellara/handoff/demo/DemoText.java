package io.trellara.handoff.demo;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Position;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The demo's words for what the evidence says. Pure. */
final class DemoText {
    /** What follows the first eight digits of a server's UUID. */
    private static final Pattern UUID_TAIL = Pattern.compile("(?<=\\b[0-9a-f]{8})(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final int WIDEST = 60;

    private DemoText() {}

    /**
     * A position as a screen has room for: of GTIDs the beginning of each server's UUID, and the first few intervals.
     */
    static String position(Position position) {
        if (!(position instanceof BinlogPosition binlog)) {
            return position.toString();
        }
        String gtids = UUID_TAIL.matcher(binlog.gtids().toString()).replaceAll("…");
        return gtids.isEmpty() ? "no GTID" : gtids.length() <= WIDEST ? gtids : gtids.substring(0, WIDEST - 1) + "…";
    }

    static String progress(RunFacts facts) {
        String position = facts.run().streamPosition().map(DemoText::position).orElse("none yet");
        return facts.state().compareTo(RunState.COPY_COMPLETE) < 0
                ? facts.state().text() + ", " + chunks(facts) + ", " + count(facts.copiedRows()) + " rows"
                : facts.state().text() + ", stream position " + position;
    }

    static String chunks(RunFacts facts) {
        return facts.chunksCopied() + " of " + facts.chunksTotal() + " chunks copied";
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String perSecond(long amount, double seconds) {
        return count(Math.round(amount / Math.max(seconds, 0.001))) + "/s";
    }

    static String writers(WriterCounts counts) {
        List<String> kinds = counts.rowsByKind().entrySet().stream()
                .map(entry -> count(entry.getValue()) + " " + entry.getKey())
                .toList();
        return count(counts.committed()) + " transactions (rows: " + String.join(", ", kinds) + "); "
                + count(counts.rolledBack()) + " rolled back, " + count(counts.savepointsRolledBack())
                + " savepoints rolled back, " + count(counts.conflicts()) + " deadlocks";
    }
}

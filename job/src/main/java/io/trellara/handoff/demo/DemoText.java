package io.trellara.handoff.demo;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.Position;
import java.util.List;
import java.util.Locale;

/** The demo's words for what the evidence says. Pure. */
final class DemoText {
    private DemoText() {}

    static String progress(RunFacts facts) {
        String position = facts.run().streamPosition().map(Position::toString).orElse("none yet");
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

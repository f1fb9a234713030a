package io.trellara.handoff.job.progress;

import io.trellara.handoff.config.Units;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.evidence.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The live line of {@code run --local}: state, relation, chunks, rows, pace, what is left, lag, what it waits for. */
public final class ProgressLine {
    private ProgressLine() {}

    /**
     * @param source what the source said beside the evidence
     * @param now for ages
     */
    public static String of(RunFacts facts, Pace pace, Optional<LogReading> source, Instant now) {
        List<String> parts = new ArrayList<>();
        parts.add(facts.state().text());
        if (copying(facts.state())) {
            facts.run().currentRelation().ifPresent(parts::add);
            parts.add("chunks " + facts.chunksCopied() + "/" + facts.chunksTotal());
            parts.add(count(facts.copiedRows()) + " rows");
            parts.add(count(pace.rowsPerSecond()) + " rows/s");
            pace.left(facts).ifPresent(left -> parts.add("ETA " + Units.shown(left)));
        } else if (facts.state().compareTo(RunState.COPY_COMPLETE) >= 0) {
            parts.add(count(facts.copiedRows()) + " rows copied");
        }
        source.map(reading -> reading.log().behindBytes())
                .filter(OptionalLong::isPresent)
                .ifPresent(lag -> parts.add("lag " + Units.shownBytes(lag.getAsLong())));
        parts.add("waits for " + Waiting.of(facts, now));
        return String.join("  ", parts);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static boolean copying(RunState state) {
        return state == RunState.SNAPSHOT_EXPORTED || state == RunState.COPYING_TABLE;
    }
}

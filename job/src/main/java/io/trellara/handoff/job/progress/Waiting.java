package io.trellara.handoff.job.progress;

import io.trellara.handoff.config.Units;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.WaveRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Names what a run waits for, or what moves it on. */
public final class Waiting {
    /** Evidence moves with every checkpoint; a run that has been silent for longer is not running, or is stuck. */
    private static final Duration SILENT = Duration.ofMinutes(2);

    private Waiting() {}

    /** One clause, to be read after "waits for". */
    public static String of(RunFacts facts, Instant now) {
        String move = facts.openWaits().stream()
                .findFirst()
                .map(wait -> named(wait, now))
                .orElseGet(() -> move(facts));
        Duration silence = Duration.between(facts.lastWritten(), now);
        return facts.run().halted() || facts.state() == RunState.VERIFIED || silence.compareTo(SILENT) < 0
                ? move
                : move + "; no evidence was written for " + Units.shown(silence) + ": is the job running?";
    }

    /** One clause about a wait that the coordinator has named: for whom, and since when. */
    public static String named(RunWait wait, Instant now) {
        String held = wait.heldSince().map(at -> ", open since " + seconds(at)).orElse("");
        Duration waited = Duration.between(wait.span().since(), now);
        return wait.what() + held + "; waited for since " + seconds(wait.span().since())
                + (waited.isNegative() ? "" : ", " + Units.shown(waited));
    }

    private static Instant seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String move(RunFacts facts) {
        boolean copying = facts.chunksCopied() < facts.chunksTotal() && facts.state() == RunState.COPYING_TABLE;
        if (facts.paused() && copying) {
            return "an operator: the copy is paused; ./handoff resume-copy ends the pause";
        }
        return switch (facts.state()) {
            case PLANNED ->
                facts.ownViews()
                        ? "the first view (a moment without an open write to the relations)"
                        : "preconditions, then the slot and its view (every write transaction open at the source)";
            case SLOT_CREATED -> facts.ownViews() ? "the chunk plan" : "the view to settle, and the chunk plan";
            case SNAPSHOT_EXPORTED -> "the first chunk to be claimed by a reader";
            case COPYING_TABLE -> copying(facts);
            case COPY_COMPLETE -> "a handoff event for each relation, with the contract unchanged";
            case STREAM_HANDOFF_READY -> "the first streamed position in a completed checkpoint";
            case STREAMING -> copiedAgain(facts).orElse("nothing; the next checkpoint makes what was applied durable");
            case VERIFIED -> copiedAgain(facts).orElse("nothing");
            case FAILED_RECOVERABLE ->
                facts.run().halted()
                        ? "an operator: mend the cause, then ./handoff resume and ./handoff run"
                        : copiedAgain(facts)
                                .orElse("an operator: ./handoff recopy --from-verification repairs what differs, then"
                                        + " ./handoff verify; the stream goes on");
        };
    }

    /** What of a run within the run is still to be done. */
    private static Optional<String> copiedAgain(RunFacts facts) {
        return facts.children().stream()
                .filter(child -> child.run().run().state().compareTo(RunState.STREAM_HANDOFF_READY) < 0)
                .findFirst()
                .map(child -> {
                    int total = child.relations().stream()
                            .mapToInt(RelationRecord::chunksTotal)
                            .sum();
                    int copied = child.relations().stream()
                            .mapToInt(RelationRecord::chunksCopied)
                            .sum();
                    String pause = facts.paused() ? "; the copy is paused: ./handoff resume-copy ends that" : "";
                    return (total - copied) + " of " + total + " chunks of "
                            + child.run().run().run().runId() + " to be copied again" + pause;
                });
    }

    private static String copying(RunFacts facts) {
        int left = facts.chunksTotal() - facts.chunksCopied();
        Optional<WaveRecord> wave = facts.openWave();
        if (left > 0 && wave.isEmpty()) {
            return "a new wave for " + left + " chunks";
        }
        if (left > 0 && wave.get().boundary().isEmpty() && !facts.ownViews()) {
            return "the view of wave " + wave.get().wave() + " (every write transaction open at the source)";
        }
        return left > 0
                ? left + " of " + facts.chunksTotal() + " chunks to be applied and in a completed checkpoint"
                : "the end of the copy to be recorded";
    }
}

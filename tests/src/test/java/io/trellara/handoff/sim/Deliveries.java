package io.trellara.handoff.sim;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.sim.ModelEvent.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How often each change was emitted by the stream, and what exactly once means. */
final class Deliveries {
    private record Change(long commit, int ordinal) {}

    private final Map<Change, Integer> counts = new HashMap<>();
    private long forwarded;
    private long suppressed;
    private long replayed;

    void count(long commit, int ordinal) {
        counts.merge(new Change(commit, ordinal), 1, Integer::sum);
    }

    /**
     * In a run without a crash: once where the chunk's gate lets it pass, else never; and the evidence counts the same.
     * A change passes although a view holds it only where R5 replays.
     */
    void requireExactlyOnce(SimulatedSource source, Tables evidence) {
        int first = source.firstBehind(Lsn.of(evidence.row().consistentLsn().orElseThrow()));
        for (Transaction transaction : source.log.subList(first, source.log.size())) {
            int ordinal = 0;
            for (ModelEvent event : transaction.events) {
                if (event.kind() != Kind.TRUNCATE) {
                    ChunkRecord chunk = chunk(source, evidence, event.relation(), event.key());
                    check(source, evidence, new Place(chunk, transaction.commit, ordinal), false);
                }
                if (event.kind() == Kind.MOVE) {
                    // looked up at the source: where the row was gone, its own later event decided
                    boolean gone = source.missed.contains(Dataset.row(event.relation(), event.to()));
                    ChunkRecord chunk = chunk(source, evidence, event.relation(), event.to());
                    check(source, evidence, new Place(chunk, transaction.commit, ordinal + 1), gone);
                }
                ordinal += 2;
            }
        }
        ChangeCounts expected = new ChangeCounts(forwarded, suppressed, replayed);
        Laws.require(
                evidence.row().changes().equals(expected),
                () -> "the evidence counts " + evidence.row().changes() + ", the gate did " + expected);
    }

    private static ChunkRecord chunk(SimulatedSource source, Tables evidence, int relation, int key) {
        return evidence.chunks().values().stream()
                .filter(c -> source.dataset.of(c.id().relation()) == relation && Dataset.holds(c.range(), key))
                .findFirst()
                .orElseThrow();
    }

    private void check(SimulatedSource source, Tables evidence, Place place, boolean gone) {
        List<ChunkRecord> judging = isOrdered(source, place.chunk())
                ? List.of(place.chunk())
                : evidence.chunks().values().stream()
                        .filter(c -> c.id().relation().equals(place.chunk().id().relation()))
                        .toList();
        // keys without an order have one gate, the smallest, and one boundary, the latest
        boolean passes = judging.stream().anyMatch(c -> !c.gate().orElseThrow().covers(Commit.at(place.commit())));
        boolean held = judging.stream().anyMatch(c -> c.boundary().orElseThrow().covers(Commit.at(place.commit())));
        forwarded += passes ? 1 : 0;
        suppressed += passes ? 0 : 1;
        replayed += passes && held ? 1 : 0;
        int count = counts.getOrDefault(new Change(place.commit(), place.ordinal()), 0);
        boolean right = count == (passes ? 1 : 0) || (count == 0 && gone);
        Laws.require(right, () -> place + " was delivered " + count + " times");
        boolean mayReplay = judging.size() > 1 || place.chunk().attempts() > 1;
        Laws.require(!passes || !held || mayReplay, () -> place + " is replayed over a chunk that was never retried");
    }

    /** A change's place in the log, and the chunk of its key. */
    private record Place(ChunkRecord chunk, long commit, int ordinal) {}

    private static boolean isOrdered(SimulatedSource source, ChunkRecord chunk) {
        return source.dataset
                .table(source.dataset.of(chunk.id().relation()))
                .schema()
                .keyOrdered();
    }
}

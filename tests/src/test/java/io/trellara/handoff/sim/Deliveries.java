package io.trellara.handoff.sim;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.SimulatedEvidence.Tables;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.sim.ModelEvent.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How often each change was emitted by the stream, and what exactly once means. */
final class Deliveries {
    private record Change(long commit, int ordinal) {}

    private record Part(int relation, KeyRange range) {}

    private final Map<Change, Integer> counts = new HashMap<>();
    private final Map<Part, SimulatedOwnView.Image> reads = new HashMap<>();
    private long forwarded;
    private long suppressed;
    private long replayed;
    /**
     * Those that may have passed an older plan's gate and then found their row gone: nothing was delivered either way.
     */
    private long unknown;

    void count(long commit, int ordinal) {
        counts.merge(new Change(commit, ordinal), 1, Integer::sum);
    }

    /**
     * In a run without a crash: once where the chunk's gate lets it pass, else never; and the evidence counts the same.
     * A change passes although a view holds it only where R5 replays.
     */
    void requireExactlyOnce(SimulatedSource source, List<Tables> family) {
        Tables evidence = family.get(0);
        Position boundary = evidence.row().consistentLsn().orElseThrow();
        for (Transaction transaction : source.log) {
            if (boundary.covers(transaction.name)) {
                continue;
            }
            int ordinal = 0;
            for (ModelEvent event : transaction.events) {
                if (event.kind() != Kind.TRUNCATE) {
                    check(
                            source,
                            family,
                            new Place(row(event.relation(), event.key()), transaction.name, ordinal),
                            false);
                }
                if (event.kind() == Kind.MOVE) {
                    // looked up at the source: where the row was gone, its own later event decided
                    boolean gone = source.missed.contains(Dataset.row(event.relation(), event.to()));
                    check(
                            source,
                            family,
                            new Place(row(event.relation(), event.to()), transaction.name, ordinal + 1),
                            gone);
                }
                ordinal += 2;
            }
        }
        ChangeCounts counted = evidence.row().changes();
        long missed = counted.forwarded() - forwarded;
        Laws.require(
                missed >= 0
                        && missed <= unknown
                        && counted.suppressed() == suppressed - missed
                        && counted.replayed() == replayed,
                () -> "the evidence counts " + counted + ", the gate did "
                        + new ChangeCounts(forwarded, suppressed, replayed));
    }

    /** A chunk of that range is read; the last read is the one that counts. */
    void read(int relation, KeyRange range, SimulatedOwnView.Image image) {
        reads.put(new Part(relation, range), image);
    }

    /** Where the chunk was read once: its boundary tells exactly what its view held. */
    void requireExactViews(SimulatedSource source, Tables evidence) {
        for (ChunkRecord chunk : evidence.chunks().values()) {
            int relation = source.dataset.of(chunk.id().relation());
            SimulatedOwnView.Image image = reads.get(new Part(relation, chunk.range()));
            if (image == null || chunk.attempts() > 1) {
                continue;
            }
            for (int at = 0; at < source.log.size(); at++) {
                Transaction one = source.log.get(at);
                boolean concerned = one.locked.stream()
                        .anyMatch(row -> Dataset.relationOf(row) == relation
                                && Dataset.holds(chunk.range(), Dataset.keyOf(row)));
                boolean told = chunk.boundary().orElseThrow().covers(one.name);
                int index = at;
                Laws.require(
                        !concerned || told == image.holds(one, index),
                        () -> one.name + " was delivered " + (told ? "never" : "twice") + ": read in another view than "
                                + chunk);
            }
        }
    }

    private static int row(int relation, int key) {
        return Dataset.row(relation, key);
    }

    /** A change's place in the log, and the row that it is of. */
    private record Place(int row, Commit name, int ordinal) {
        long commit() {
            return name.place();
        }
    }

    /**
     * How the gate judges by one plan: keys without an order have one gate, the smallest, and one boundary, the latest.
     */
    private record Verdict(boolean passes, boolean held, boolean mayReplay) {}

    /** By each plan that has the key, the run's own first; the last of them is in force at the end. */
    private static List<Verdict> verdicts(SimulatedSource source, List<Tables> family, Place place) {
        int relation = Dataset.relationOf(place.row());
        boolean ordered = source.dataset.table(relation).schema().keyOrdered();
        List<Verdict> verdicts = new ArrayList<>();
        for (Tables plan : family) {
            List<ChunkRecord> judging = plan.chunks().values().stream()
                    .filter(c -> source.dataset.of(c.id().relation()) == relation)
                    .filter(c -> !ordered || Dataset.holds(c.range(), Dataset.keyOf(place.row())))
                    .toList();
            if (!judging.isEmpty()) {
                verdicts.add(verdict(judging, place.name()));
            }
        }
        return verdicts;
    }

    private static Verdict verdict(List<ChunkRecord> judging, Commit commit) {
        return new Verdict(
                judging.stream().anyMatch(c -> !c.gate().orElseThrow().covers(commit)),
                judging.stream().anyMatch(c -> c.boundary().orElseThrow().covers(commit)),
                judging.size() > 1 || judging.get(0).attempts() > 1);
    }

    /**
     * What the newest plan lets pass was judged by it. What it holds came before, or while the relation was copied
     * again: then the older plan may have let it pass, once.
     */
    private void check(SimulatedSource source, List<Tables> family, Place place, boolean gone) {
        List<Verdict> verdicts = verdicts(source, family, place);
        Verdict newest = verdicts.get(verdicts.size() - 1);
        int count = counts.getOrDefault(new Change(place.commit(), place.ordinal()), 0);
        boolean early = !newest.passes()
                && verdicts.stream().limit(verdicts.size() - 1L).anyMatch(Verdict::passes);
        boolean passes = newest.passes() || (early && count > 0);
        boolean held = newest.passes() ? newest.held() : verdicts.get(0).held();
        forwarded += passes ? 1 : 0;
        suppressed += passes ? 0 : 1;
        replayed += passes && held ? 1 : 0;
        unknown += early && gone && count == 0 ? 1 : 0;
        boolean right = count == (passes ? 1 : 0) || (count == 0 && gone);
        Laws.require(right, () -> place + " was delivered " + count + " times, judged by " + verdicts);
        boolean mayReplay = verdicts.stream().anyMatch(Verdict::mayReplay);
        Laws.require(!passes || !held || mayReplay, () -> place + " is replayed over a chunk that was never retried");
    }
}

package io.trellara.handoff.sim;

import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.sim.ModelEvent.Kind;
import io.trellara.handoff.sink.SimulatedTarget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts how often each change was emitted by the stream, and compares that with what exactly once means. */
final class Deliveries {
    private record Change(long commit, int ordinal) {}

    private final Map<Change, Integer> counts = new HashMap<>();

    void count(List<Block> blocks) {
        for (Block block : blocks) {
            if (block instanceof ChangeBlock changes) {
                SimulatedTarget.changes(
                        changes, (ordinal, commit) -> counts.merge(new Change(commit, ordinal), 1, Integer::sum));
            }
        }
    }

    /** In a run without a crash: once where no view holds the change, and never where the chunk's view does. */
    void requireExactlyOnce(SourceModel source, CopiedChunks chunks, int from) {
        for (int transaction = from; transaction < source.size(); transaction++) {
            int ordinal = 0;
            for (ModelEvent event : source.transaction(transaction)) {
                check(source, chunks, transaction, ordinal++, event.key(), false);
                if (event.kind() == Kind.MOVE) {
                    // looked up at the source: where the row was gone, its own later event decided
                    check(source, chunks, transaction, ordinal++, event.to(), !event.wholeOld());
                }
            }
        }
    }

    private void check(
            SourceModel source, CopiedChunks chunks, int transaction, int ordinal, int key, boolean lookedUp) {
        long commit = SourceModel.commit(transaction);
        boolean held = chunks.get(chunks.of(key)).boundary().orElseThrow().covers(commit);
        int count = counts.getOrDefault(new Change(commit, ordinal), 0);
        boolean gone = lookedUp && source.missed().contains(key);
        if (count != (held ? 0 : 1) && !(gone && count == 0)) {
            throw new Violation("change " + transaction + "." + ordinal + " was delivered " + count + " times");
        }
    }
}

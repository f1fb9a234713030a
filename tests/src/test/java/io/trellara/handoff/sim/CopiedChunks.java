package io.trellara.handoff.sim;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The chunks as the evidence has them: production's records and moves. Survives every crash. */
final class CopiedChunks {
    private final Set<Rule> removed;
    private final List<ChunkRecord> records = new ArrayList<>();

    /** Chunks that end at the given keys, inclusive, and an open-ended last one. */
    CopiedChunks(List<Integer> cuts, Set<Rule> removed) {
        this.removed = removed;
        Optional<Key> lower = Optional.empty();
        for (int i = 0; i <= cuts.size(); i++) {
            Optional<Key> upper = i < cuts.size() ? Optional.of(key(cuts.get(i))) : Optional.empty();
            records.add(ChunkRecord.planned(new ChunkId(SourceModel.SCHEMA.relation(), i), KeyRange.of(lower, upper)));
            lower = upper;
        }
    }

    private static Key key(int key) {
        return new Key(List.of(Integer.toString(key)));
    }

    ChunkRecord get(int index) {
        return records.get(index);
    }

    ChunkState state(int index) {
        return records.get(index).state();
    }

    int size() {
        return records.size();
    }

    /** The chunks in one of these states. */
    List<Integer> in(ChunkState... states) {
        List<ChunkState> wanted = List.of(states);
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            if (wanted.contains(state(i))) {
                found.add(i);
            }
        }
        return found;
    }

    boolean allCopied() {
        return in(ChunkState.COPIED).size() == records.size();
    }

    /** The chunk of a key. */
    int of(int key) {
        for (int i = 0; i < records.size(); i++) {
            Optional<Key> upper = records.get(i).range().upper();
            if (upper.isEmpty() || key <= Integer.parseInt(upper.get().cells().get(0))) {
                return i;
            }
        }
        throw new IllegalStateException("the last chunk is open-ended");
    }

    void member(int index, int wave, Lsn floor) {
        ChunkRecord before = records.get(index);
        if (removed.contains(Rule.R5_RETRY) && before.state() == ChunkState.CLAIMED) {
            // as if it had never been read before: the new wave's floor is its own
            before = withFloor(before, floor);
        }
        records.set(index, before.member(wave, floor));
    }

    private static ChunkRecord withFloor(ChunkRecord r, Lsn floor) {
        return new ChunkRecord(
                r.id(),
                r.range(),
                r.state(),
                r.wave(),
                Optional.of(floor),
                r.boundary(),
                r.gate(),
                r.attempts(),
                r.copiedRows(),
                r.bytes(),
                r.checkpointId());
    }

    ChunkRecord claim(int index, Lsn view, Lsn runBoundary) {
        records.set(index, records.get(index).claimed(view));
        return records.get(index);
    }

    /** Promotes an attempt, if it is the present one. */
    void copied(ChunkAttempt attempt, long checkpoint) {
        ChunkRecord record = records.get(attempt.chunk().number());
        if (record.state() == ChunkState.CLAIMED && record.attempts() == attempt.attempt()) {
            records.set(attempt.chunk().number(), record.copied(0, 0, checkpoint));
        }
    }

    /** What a coordinator's start does with members that were never claimed, and what a crash does to early claims. */
    void restart() {
        for (int i = 0; i < records.size(); i++) {
            ChunkRecord record = records.get(i);
            if (record.state() == ChunkState.MEMBER && record.attempts() == 0) {
                records.set(i, record.released());
            } else if (record.state() == ChunkState.CLAIMED && removed.contains(Rule.DURABLE_CLAIM)) {
                records.set(i, ChunkRecord.planned(record.id(), record.range()));
            }
        }
    }

    /** How far the stream may go (R2). */
    Optional<Lsn> floor() {
        if (removed.contains(Rule.R2_FLOOR)) {
            return Optional.empty();
        }
        return in(ChunkState.MEMBER, ChunkState.CLAIMED).stream()
                .map(i -> get(i).firstFloor().orElseThrow())
                .min(Lsn::compareTo);
    }

    /** What the gate has to know of a copied chunk. */
    CopiedRange range(int index) {
        ChunkRecord record = get(index);
        Lsn boundary = record.boundary().orElseThrow();
        Lsn gate = removed.contains(Rule.R5_RETRY) ? boundary : record.gate().orElseThrow();
        return new CopiedRange(record.id().relation(), record.range(), boundary, gate);
    }
}

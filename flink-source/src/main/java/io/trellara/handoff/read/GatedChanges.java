package io.trellara.handoff.read;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.RowLookup;
import io.trellara.handoff.emit.LaneBlocks;
import io.trellara.handoff.emit.LaneBlocks.Place;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.gate.Gate;
import io.trellara.handoff.gate.StreamFloor;
import io.trellara.handoff.gate.Verdict;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes decoded changes through the gate into lane blocks, and keeps count of where the stream stands. Every row event
 * of a transaction takes two ordinals, whoever's it is and whatever the gate says, of which a key move uses both: so
 * ordinals never shift when more becomes copied, or the run carries other relations.
 */
final class GatedChanges implements ChangeHandler, AutoCloseable {
    /** A batch is handed over from this size on, so that memory stays bounded whatever rows look like. */
    private static final int BATCH_BYTES = 4 << 20;

    private final Gate gate;
    private final StreamFloor floor = new StreamFloor();
    private final LaneBlocks blocks;
    private final Supplier<RowLookup> lookups;
    private final StreamPosition start;
    private @Nullable RowLookup lookup;
    private @Nullable TruncateHold truncation;
    private Position position;
    private boolean inTransaction;
    private Commit commit = Commit.NONE;
    private long commitMicros;
    private long xid;
    private int ordinal;
    private int skipBelow;
    private long forwarded;
    private long suppressed;
    private long replayed;
    private int suppressedInBatch;

    GatedChanges(Gate gate, LaneBlocks blocks, StreamPosition start, Supplier<RowLookup> lookups) {
        this.gate = gate;
        this.blocks = blocks;
        this.lookups = lookups;
        this.start = start;
        this.position = start.position();
        this.forwarded = start.counts().forwarded();
        this.suppressed = start.counts().suppressed();
        this.replayed = start.counts().replayed();
    }

    void grant(List<CopiedRange> copied, Optional<Position> granted) {
        gate.grant(copied);
        floor.set(granted);
    }

    /** Changes of these keys are kept back until they are granted again. */
    void suppress(Relation relation, KeyRange range) {
        gate.suppress(relation, range);
    }

    /**
     * The stream stands from now on, a transaction that is under way excepted. Returns a position that covers all of
     * which anything was emitted.
     */
    Position hold() {
        boolean underWay = inTransaction && floor.admits(commit);
        Position reached = underWay ? position.after(commit) : position;
        floor.lowerTo(reached);
        return reached;
    }

    /** Where the stream stands behind everything collected so far. */
    StreamPosition position(Position mark) {
        ChangeCounts counts = new ChangeCounts(forwarded, suppressed, replayed);
        TruncateHold held = truncation;
        int emittedBelow = held == null ? Math.max(ordinal, skipBelow) : held.handedOutBelow();
        if (inTransaction && emittedBelow > 0) {
            return new StreamPosition(position, commit, emittedBelow, mark, counts);
        }
        // A transaction that was emitted in part before a restart stays so until it has come again.
        if (!inTransaction && start.isPartial() && !position.covers(start.partialCommit())) {
            return new StreamPosition(position, start.partialCommit(), start.partialOrdinal(), mark, counts);
        }
        return new StreamPosition(position, Commit.NONE, 0, mark, counts);
    }

    int takeSuppressed() {
        int taken = suppressedInBatch;
        suppressedInBatch = 0;
        return taken;
    }

    /** Lets a held TRUNCATE go on as far as checkpoints allow. */
    void proceedBehindTruncate(Optional<StreamPosition> durable) {
        TruncateHold held = truncation;
        if (held != null && held.proceed(durable, blocks)) {
            truncation = null;
        }
    }

    @Override
    public boolean paused() {
        return truncation != null || blocks.size() >= BATCH_BYTES || atFloor();
    }

    /** Whether a transaction has come that the floor keeps back (R2). */
    boolean atFloor() {
        return inTransaction && !floor.admits(commit);
    }

    @Override
    public void begin(Commit begun, long micros, long transaction) {
        inTransaction = true;
        commit = begun;
        commitMicros = micros;
        xid = transaction;
        ordinal = 0;
        skipBelow = begun.equals(start.partialCommit()) ? start.partialOrdinal() : 0;
    }

    @Override
    public void insert(RelationSchema schema, Tuple after) {
        upsert(ChangeOp.INSERT, schema, after, next(1));
    }

    @Override
    public void update(RelationSchema schema, @Nullable Tuple before, boolean keyOnly, Tuple after) {
        Optional<Tuple> whole = keyOnly ? Optional.empty() : Optional.ofNullable(before);
        if (before == null || Images.sameKey(schema, before, after)) {
            whole.ifPresent(old -> Images.complete(after, old));
            upsert(after.partial() ? ChangeOp.PARTIAL_UPDATE : ChangeOp.UPDATE, schema, after, next(1));
            return;
        }
        int number = next(1);
        delete(schema, before, number);
        whole.ifPresent(old -> Images.complete(after, old));
        if (after.partial()) {
            upsertMoved(schema, after, number + 1);
        } else {
            upsert(ChangeOp.INSERT, schema, after, number + 1);
        }
    }

    @Override
    public void delete(RelationSchema schema, Tuple before, boolean keyOnly) {
        delete(schema, before, next(1));
    }

    @Override
    public void passOver(int events) {
        next(events);
    }

    @Override
    public void requireSuppressed(Relation relation, HandoffException difference) {
        if (!gate.suppressesAll(relation, commit)) {
            throw difference;
        }
    }

    /** The first ordinal of so many row events. */
    private int next(int events) {
        int number = ordinal;
        if (events > (Integer.MAX_VALUE - number) / 2) {
            throw new HandoffException(new Finding(
                    ErrorCode.STREAM_UNKNOWN_MESSAGE,
                    "transaction " + xid,
                    "more than " + Integer.MAX_VALUE / 2 + " row events",
                    "fewer: they are counted in 31 bits",
                    "start a new run; it copies what the transaction has done"));
        }
        ordinal = number + 2 * events;
        return number;
    }

    private void delete(RelationSchema schema, Tuple before, int number) {
        if (passes(schema, before, number)) {
            blocks.delete(schema, place(number), before);
        }
    }

    private void upsert(ChangeOp op, RelationSchema schema, Tuple after, int number) {
        if (passes(schema, after, number)) {
            blocks.upsert(op, schema, place(number), after);
        }
    }

    /** A moved row whose large columns the event left out: they are looked up by the new key (R3). */
    private void upsertMoved(RelationSchema schema, Tuple after, int number) {
        if (!passes(schema, after, number)) {
            return;
        }
        Optional<byte[]> line = lookup().find(schema, Images.key(schema, after), xid);
        if (line.isPresent()) {
            blocks.upsert(ChangeOp.INSERT, schema, place(number), after, line);
        }
    }

    private boolean passes(RelationSchema schema, Tuple image, int number) {
        if (number < skipBelow) {
            return false;
        }
        Verdict verdict = gate.decide(schema.relation(), () -> Images.key(schema, image), commit);
        if (verdict == Verdict.SUPPRESS) {
            suppressed++;
            suppressedInBatch++;
        } else if (verdict == Verdict.REPLAY) {
            replayed++;
        }
        if (verdict.passes()) {
            forwarded++;
        }
        return verdict.passes();
    }

    @Override
    public void truncate(int events, List<Truncated> relations, boolean cascade, boolean restartIdentity) {
        StreamPosition before = position(position);
        List<TruncateHold.Truncation> truncations = new ArrayList<>();
        int first = next(events);
        for (Truncated truncated : relations) {
            int number = first + 2 * truncated.event();
            Relation relation = truncated.schema().relation();
            if (number >= skipBelow && gate.decideTruncate(relation, commit).passes()) {
                truncations.add(new TruncateHold.Truncation(truncated.schema(), place(number)));
            }
        }
        if (!truncations.isEmpty()) {
            truncation = new TruncateHold(truncations, before, position(position));
        }
    }

    /** Whether the stream stands at a TRUNCATE. */
    boolean holds() {
        return truncation != null;
    }

    @Override
    public void commit(Position end) {
        inTransaction = false;
        // A commit record may straddle the floor: a position at the floor covers its transaction just as well.
        position = floor.advance(position, end);
    }

    @Override
    public void idle(Position end) {
        position = floor.advance(position, end);
    }

    private Place place(int number) {
        return new Place(commit.place(), number, commitMicros);
    }

    private RowLookup lookup() {
        RowLookup open = lookup;
        if (open == null) {
            open = lookups.get();
            lookup = open;
        }
        return open;
    }

    @Override
    public void close() {
        RowLookup open = lookup;
        if (open != null) {
            open.close();
        }
    }
}

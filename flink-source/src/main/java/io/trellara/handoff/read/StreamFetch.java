package io.trellara.handoff.read;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.KeyOrdering;
import io.trellara.handoff.emit.LaneBlocks;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.gate.ChunkNotes;
import io.trellara.handoff.gate.Gate;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.PlannedChunk;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.CoordinatorEvent;
import io.trellara.handoff.state.CoordinatorEvent.Grant;
import io.trellara.handoff.state.CoordinatorEvent.Hold;
import io.trellara.handoff.state.CoordinatorEvent.Suppress;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log and hands over batches of blocks, each with the position that it leads to. Grants and holds are taken
 * between two batches: copied ranges first, then the floor (R2).
 */
final class StreamFetch implements Fetch {
    private static final int EVENTS_PER_BATCH = 16_384;

    private final Dialect dialect;
    private final Bound bound;
    private final Settings settings;
    private final Handover handover;
    private final GatedChanges changes;
    private final ChunkNotes notes;
    private final NotingChanges noting;
    private final LaneBlocks blocks;
    private final ConcurrentLinkedQueue<CoordinatorEvent> commands = new ConcurrentLinkedQueue<>();
    private volatile @Nullable StreamPosition durable;
    private volatile boolean closed;
    private volatile @Nullable ChangeStream stream;
    private volatile long lagBytes;
    private final FloorWait floorWait = new FloorWait();
    private StreamPosition emitted;
    private long lastMarkNanos;
    private boolean marked;

    /**
     * What shapes the blocks and their marks.
     *
     * @param generation the sink generation
     * @param lanes number of lanes
     * @param markIntervalMillis how often lanes are told the position
     * @param nanoTime the clock
     */
    record Settings(long generation, int lanes, long markIntervalMillis, LongSupplier nanoTime) {}

    StreamFetch(Dialect dialect, Bound bound, Gate gate, StreamPosition start, Plumbing plumbing) {
        this.dialect = dialect;
        this.bound = bound;
        this.settings = plumbing.settings();
        this.handover = plumbing.handover();
        this.blocks = new LaneBlocks(settings.lanes());
        this.changes = new GatedChanges(gate, blocks, start, () -> dialect.openLookup(bound.identity()));
        this.notes = new ChunkNotes(bound.contract(), bound.chunks());
        this.noting = new NotingChanges(notes, changes);
        this.emitted = start;
        this.lastMarkNanos = settings.nanoTime().getAsLong();
    }

    /**
     * What the run is bound to.
     *
     * @param identity its source (R8)
     * @param contract its relations (R9)
     * @param chunks those in force
     * @param ordering by which the gate compares their keys; closed with the stream
     */
    record Bound(String identity, List<RelationSchema> contract, List<PlannedChunk> chunks, KeyOrdering ordering) {}

    /** Where batches go, and their settings. */
    record Plumbing(Settings settings, Handover handover) {}

    /** Takes a grant, a hold or a suppression; task thread. */
    void command(CoordinatorEvent command) {
        commands.add(command);
    }

    /** A checkpoint that holds this position has completed; task thread. */
    void durable(StreamPosition position) {
        durable = position;
    }

    /** Bytes of log that are still to be read. */
    long lagBytes() {
        return lagBytes;
    }

    /** How long the stream has stood at its floor, in all. */
    long floorWaitMillis() {
        return floorWait.millis();
    }

    @Override
    public boolean step(long idleMillis) throws InterruptedException {
        try {
            ChangeStream open = opened();
            return !closed && poll(open);
        } catch (RuntimeException failure) {
            if (!closed) {
                report(failure);
            }
            return false;
        } catch (Error fatal) {
            // A thread that ends in silence would leave the task running for ever without its stream.
            report(new IllegalStateException("the stream fetcher died", fatal));
            throw fatal;
        }
    }

    private ChangeStream opened() {
        ChangeStream open = stream;
        if (open == null) {
            open = dialect.openStream(bound.identity(), emitted.position(), bound.contract());
            stream = open;
        }
        return open;
    }

    private boolean poll(ChangeStream open) throws InterruptedException {
        if (!obey(open)) {
            return false;
        }
        open.poll(noting, EVENTS_PER_BATCH);
        lagBytes = open.lagBytes();
        floorWait.at(settings.nanoTime().getAsLong(), changes.atFloor());
        changes.proceedBehindTruncate(Optional.ofNullable(durable));
        return handOver() && !closed;
    }

    @Override
    public void end() {
        try {
            changes.close();
        } finally {
            bound.ordering().close();
            close();
        }
    }

    /** Everything collected so far has been handed over. False once closed. */
    private boolean obey(ChangeStream open) throws InterruptedException {
        boolean more = true;
        for (CoordinatorEvent command = next(); command != null && more; command = next()) {
            if (command instanceof Grant grant) {
                changes.grant(grant.copied(), Optional.ofNullable(grant.floor()));
                Optional.ofNullable(grant.acknowledge()).ifPresent(open::acknowledge);
            } else if (command instanceof Hold hold) {
                more = handover.put(new Fetched.Held(hold.sequence(), changes.hold()));
            } else if (command instanceof Suppress suppress) {
                suppress.ranges().forEach(range -> changes.suppress(range.relation(), range.range()));
                more = handover.put(new Fetched.Suppressed(suppress.sequence()));
            }
        }
        return more;
    }

    /** A TRUNCATE that has passed the gate but waits to be emitted goes first: it would empty what is copied anew. */
    private @Nullable CoordinatorEvent next() {
        return commands.peek() instanceof Suppress && changes.holds() ? null : commands.poll();
    }

    /**
     * Hands over what was collected. A position that moved without changes is handed over with its next mark, or at
     * once where a TRUNCATE waits for it to become durable. The first mark tells that the stream runs, also over a log
     * that does not move.
     */
    private boolean handOver() throws InterruptedException {
        int forwarded = blocks.changes();
        List<Block> batch = new ArrayList<>(blocks.take(settings.generation()));
        StreamPosition after = changes.position(emitted.mark());
        long now = settings.nanoTime().getAsLong();
        boolean due = now - lastMarkNanos >= settings.markIntervalMillis() * 1_000_000;
        if (due && (!marked || !after.mark().covers(after.position()))) {
            marked = true;
            Position mark = after.position();
            batch.addAll(blocks.marks(settings.generation(), mark.place()));
            after = changes.position(mark);
            lastMarkNanos = now;
        }
        boolean awaited = changes.holds() && !after.equals(emitted);
        if (batch.isEmpty() && !awaited) {
            return true;
        }
        emitted = after;
        return handover.put(new Fetched.Changes(batch, after, forwarded, changes.takeSuppressed(), notes.take()));
    }

    private void report(RuntimeException failure) {
        try {
            if (failure instanceof HandoffException known && !known.mayPass()) {
                handover.put(new Fetched.Halted(known.finding()));
            } else {
                handover.put(new Fetched.Broken(failure));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Breaks the connection; any thread. */
    void close() {
        closed = true;
        ChangeStream open = stream;
        if (open != null) {
            open.close();
        }
    }
}

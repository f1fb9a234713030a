package io.trellara.handoff.read;

import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.CoordinatorEvent.OpenView;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads assigned chunks one after another, block by block, in a session that stays open for all chunks of a wave. An
 * attempt that fails is reported behind its rows, so the coordinator hears of it when nothing of it is to come.
 */
final class ChunkFetch implements Fetch {
    /** Failures that another view cures; whether the relation is still the contract's is judged there. */
    private static final Set<ErrorCode> VIEW_GONE = EnumSet.of(ErrorCode.VIEW_LOST, ErrorCode.RELATION_REWRITTEN);

    private final ReaderView view;
    private final Settings settings;
    private final Handover handover;
    private final LinkedBlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private volatile boolean closed;
    private volatile long generation;
    private @Nullable Reading reading;

    /**
     * What shapes the blocks.
     *
     * @param blockBytes bytes from which a block is full
     * @param lanes number of lanes
     * @param pace how fast rows may be read
     */
    record Settings(int blockBytes, int lanes, RowPace pace) {}

    /** What is to be done next. */
    private sealed interface Order {
        /** Read a chunk. */
        record Chunk(ChunkSplit split) implements Order {}

        /** Open a view of the reader's own. */
        record View(OpenView event) implements Order {}
    }

    /** A chunk that is being read. */
    private static final class Reading {
        private final ChunkSplit chunk;
        private final ChunkReader reader;
        private final RowBuffer buffer;
        private long rows;
        private long bytes;

        Reading(ChunkSplit chunk, ChunkReader reader, RowBuffer buffer) {
            this.chunk = chunk;
            this.reader = reader;
            this.buffer = buffer;
        }
    }

    ChunkFetch(Dialect dialect, Settings settings, Handover handover) {
        this.view = new ReaderView(dialect);
        this.settings = settings;
        this.handover = handover;
    }

    /** Takes a chunk; task thread. */
    void add(ChunkSplit chunk) {
        orders.add(new Order.Chunk(chunk));
    }

    /** Opens a view of the reader's own; task thread. */
    void openView(OpenView order) {
        orders.add(new Order.View(order));
    }

    /** Blocks made from now on carry this generation; task thread. */
    void generation(long raised) {
        generation = raised;
    }

    /** The session of this wave is no longer needed; a read in it is broken off where asked. Task thread. */
    void endWave(int wave, boolean abort) {
        view.end(wave);
        if (abort && view.abort()) {
            settings.pace().forgive();
        }
    }

    @Override
    public boolean step(long idleMillis) throws InterruptedException {
        Reading open = reading;
        if (open != null) {
            return attempt(open.chunk, () -> read(open));
        }
        Order next = orders.poll(idleMillis, TimeUnit.MILLISECONDS);
        view.closeEnded();
        if (closed || next == null) {
            return !closed;
        }
        if (next instanceof Order.Chunk chunk) {
            return attempt(chunk.split(), () -> begin(chunk.split()));
        }
        OpenView order = ((Order.View) next).event();
        return attempt(failure -> new Fetched.ViewFailed(order.wave(), failure.finding()), () -> openOwn(order));
    }

    /** Tells the coordinator of the boundary before anything is read at it (R5). */
    private boolean openOwn(OpenView order) throws InterruptedException {
        Optional<OwnView> opened = view.open(order, wait -> tell(order.wave(), wait));
        return opened.isEmpty()
                || handover.put(new Fetched.ViewOpened(
                        order.wave(), opened.get().ticket(), opened.get().cost()));
    }

    private void tell(int wave, Wait wait) {
        try {
            handover.put(new Fetched.ViewWaits(wave, wait));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void end() {
        view.close();
    }

    /** What may fail with an attempt. */
    private interface Piece {
        boolean run() throws InterruptedException;
    }

    /** A piece of a chunk's attempt; false once closed, or when the task is to end. */
    private boolean attempt(ChunkSplit chunk, Piece piece) throws InterruptedException {
        return attempt(failure -> new Fetched.ChunkFailed(chunk, viewLost(chunk, failure), failure.finding()), piece);
    }

    private boolean viewLost(ChunkSplit chunk, HandoffException failure) {
        return view.ended(chunk.wave()) || VIEW_GONE.contains(failure.code());
    }

    /** What another try may cure is told to the coordinator. */
    private boolean attempt(Function<HandoffException, Fetched> told, Piece piece) throws InterruptedException {
        try {
            return piece.run();
        } catch (HandoffException failure) {
            abandon(failure);
            if (closed) {
                return false;
            }
            Fetched telling = told.apply(failure);
            boolean lost = telling instanceof Fetched.ChunkFailed chunk && chunk.viewLost();
            return handover.put(lost || failure.mayPass() ? telling : new Fetched.Halted(failure.finding()));
        } catch (RuntimeException bug) {
            abandon(bug);
            return handover.put(new Fetched.Broken(bug));
        } catch (Error fatal) {
            // A thread that ends in silence would leave the task running for ever without its chunk.
            handover.put(new Fetched.Broken(new IllegalStateException("the chunk fetcher died", fatal)));
            throw fatal;
        }
    }

    private boolean begin(ChunkSplit chunk) {
        ChunkReader reader = view.of(chunk).read(chunk.schema(), chunk.range());
        reading = new Reading(chunk, reader, new RowBuffer(settings.blockBytes()));
        return true;
    }

    /** The next block, or the end of the chunk. */
    private boolean read(Reading open) throws InterruptedException {
        RowBuffer buffer = open.buffer;
        boolean more = open.reader.read(buffer);
        open.rows += buffer.rows();
        open.bytes += buffer.length();
        int read = buffer.rows();
        if (read > 0 && !handover.put(new Fetched.Rows(block(open.chunk, buffer)))) {
            return false;
        }
        settings.pace().take(read);
        if (more) {
            return true;
        }
        reading = null;
        open.reader.close();
        return handover.put(new Fetched.ChunkDone(new ChunkReport(open.chunk.attempt(), open.rows, open.bytes)));
    }

    /** The attempt is over; its session is not trusted any more. */
    private void abandon(RuntimeException failure) {
        Reading open = reading;
        reading = null;
        if (open != null) {
            try {
                open.reader.close();
            } catch (RuntimeException secondary) {
                failure.addSuppressed(secondary);
            }
        }
        view.close();
    }

    private CopyBlock block(ChunkSplit chunk, RowBuffer buffer) {
        int rows = buffer.rows();
        int length = buffer.length();
        return new CopyBlock(
                generation,
                chunk.attempt().chunk().lane(settings.lanes()),
                chunk.schema(),
                chunk.attempt(),
                chunk.view().boundary(),
                chunk.replace(),
                rows,
                buffer.take(),
                length);
    }

    /** Breaks a read under way; any thread. */
    void close() {
        closed = true;
        settings.pace().limit(0);
        view.abort();
    }
}

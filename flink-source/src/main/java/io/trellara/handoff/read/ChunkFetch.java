package io.trellara.handoff.read;

import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.RowBuffer;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads assigned chunks one after another, block by block, in a session that stays open for all chunks of a wave. An
 * attempt that fails is reported behind its rows, so the coordinator hears of it when nothing of it is to come.
 */
final class ChunkFetch implements Fetch {
    /** Failures that another view cures; whether the relation is still the contract's is judged there. */
    private static final Set<ErrorCode> VIEW_GONE = EnumSet.of(ErrorCode.VIEW_LOST, ErrorCode.RELATION_REWRITTEN);

    private final Dialect dialect;
    private final Settings settings;
    private final Handover handover;
    private final LinkedBlockingQueue<ChunkSplit> chunks = new LinkedBlockingQueue<>();
    private volatile boolean closed;
    private volatile int endedWave = -1;
    private volatile long generation;
    private @Nullable OpenSession session;
    private @Nullable Reading reading;
    private volatile @Nullable ViewSession abortable;

    /**
     * What shapes the blocks.
     *
     * @param blockBytes bytes from which a block is full
     * @param lanes number of lanes
     * @param pace how fast rows may be read
     */
    record Settings(int blockBytes, int lanes, RowPace pace) {}

    private record OpenSession(int wave, ViewSession view) {}

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
        this.dialect = dialect;
        this.settings = settings;
        this.handover = handover;
    }

    /** Takes a chunk; task thread. */
    void add(ChunkSplit chunk) {
        chunks.add(chunk);
    }

    /** Blocks made from now on carry this generation; task thread. */
    void generation(long raised) {
        generation = raised;
    }

    /** The session of this wave is no longer needed; a read in it is broken off where asked. Task thread. */
    void endWave(int wave, boolean abort) {
        endedWave = Math.max(endedWave, wave);
        ViewSession view = abortable;
        if (abort && view != null) {
            view.abort();
            settings.pace().forgive();
        }
    }

    @Override
    public boolean step(long idleMillis) throws InterruptedException {
        Reading open = reading;
        if (open != null) {
            return attempt(open.chunk, () -> read(open));
        }
        ChunkSplit next = chunks.poll(idleMillis, TimeUnit.MILLISECONDS);
        closeEnded();
        if (closed || next == null) {
            return !closed;
        }
        return attempt(next, () -> begin(next));
    }

    @Override
    public void end() {
        closeSession();
    }

    /** What may fail with an attempt. */
    private interface Piece {
        boolean run() throws InterruptedException;
    }

    /** A piece of an attempt; false once closed, or when the task is to end. */
    private boolean attempt(ChunkSplit chunk, Piece piece) throws InterruptedException {
        try {
            return piece.run();
        } catch (HandoffException failure) {
            abandon(failure);
            if (closed) {
                return false;
            }
            boolean lost = chunk.wave() <= endedWave || VIEW_GONE.contains(failure.code());
            if (!lost && !failure.mayPass()) {
                return handover.put(new Fetched.Halted(failure.finding()));
            }
            return handover.put(new Fetched.ChunkFailed(chunk, lost, failure.finding()));
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
        if (chunk.wave() <= endedWave) {
            throw waveEnded(chunk);
        }
        ChunkReader reader = session(chunk).read(chunk.schema(), chunk.range());
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
        closeSession();
    }

    /** All blocks of a chunk go through one lane, so one sink counts them and keeps its index pages together. */
    private CopyBlock block(ChunkSplit chunk, RowBuffer buffer) {
        int lane = Math.floorMod(
                chunk.attempt().chunk().relation().hashCode()
                        + chunk.attempt().chunk().number(),
                settings.lanes());
        int rows = buffer.rows();
        int length = buffer.length();
        return new CopyBlock(
                generation,
                lane,
                chunk.schema(),
                chunk.attempt(),
                chunk.view().boundary(),
                chunk.replace(),
                rows,
                buffer.take(),
                length);
    }

    private static HandoffException waveEnded(ChunkSplit chunk) {
        return new HandoffException(new Finding(
                ErrorCode.VIEW_LOST,
                "chunk " + chunk.attempt(),
                "its wave ended before it was read",
                "an open view",
                "nothing: it is read again in the next wave"));
    }

    private ViewSession session(ChunkSplit chunk) {
        OpenSession open = session;
        if (open != null && open.wave() == chunk.wave()) {
            return open.view();
        }
        closeSession();
        ViewSession view = dialect.importView(chunk.view(), List.of(chunk.schema()));
        abortable = view;
        session = new OpenSession(chunk.wave(), view);
        if (chunk.wave() <= endedWave) {
            throw waveEnded(chunk); // the order to abort came while there was nothing to abort
        }
        return view;
    }

    private void closeEnded() {
        OpenSession open = session;
        if (open != null && open.wave() <= endedWave) {
            closeSession();
        }
    }

    private void closeSession() {
        OpenSession open = session;
        session = null;
        abortable = null;
        if (open != null) {
            open.view().close();
        }
    }

    /** Breaks a read under way; any thread. */
    void close() {
        closed = true;
        settings.pace().limit(0);
        ViewSession view = abortable;
        if (view != null) {
            view.abort();
        }
    }
}

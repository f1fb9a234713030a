package io.trellara.handoff.verify;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log behind a view while the view is read, so that the source need not keep it, up to a place that is known
 * once everything is read. A thread of its own; the caller is another one.
 */
final class LogTail implements AutoCloseable {
    private static final int EVENTS = 4_096;
    private static final Duration END = Duration.ofSeconds(10);
    private static final long WATCH_SECONDS = 1;

    private final ChangeStream stream;
    private final ChangedKeys keys;
    private final Thread thread;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Goal goal;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    /**
     * Where the reading ends.
     *
     * @param position is covered then
     * @param place every transaction below it has been seen; zero where that is nowhere
     */
    private record Goal(Position position, Lsn place) {
        boolean metBy(Position reached) {
            return reached.covers(position) && reached.place().covers(place);
        }
    }

    private LogTail(ChangeStream stream, ChangedKeys keys) {
        this.stream = stream;
        this.keys = keys;
        this.thread = new Thread(this::read, "handoff verify log");
        thread.setDaemon(true);
    }

    static LogTail start(ChangeStream stream, ChangedKeys keys) {
        LogTail reading = new LogTail(stream, keys);
        reading.thread.start();
        return reading;
    }

    /** Everything up to here has been read; any thread. */
    Position reached() {
        return keys.reached();
    }

    /** Throws what the reading failed of, if it did. */
    void requireAlive() {
        Readers.rethrow(failure);
    }

    /**
     * All that changed up to there; waits for it.
     *
     * @param place also every transaction that lies below it in the log; zero where the position says it all
     * @param limit the log must go on within this
     * @param watch is called about once a second meanwhile, in this thread; where it throws the wait ends
     */
    ChangedKeys upTo(Position position, Lsn place, Duration limit, Runnable watch) {
        Goal end = new Goal(position, place);
        goal = end;
        try {
            Position before = keys.reached();
            long since = System.nanoTime();
            while (!over.await(WATCH_SECONDS, TimeUnit.SECONDS)) {
                watch.run();
                if (!keys.reached().equals(before)) {
                    before = keys.reached();
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > limit.toNanos()) {
                    throw standing(position, limit);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LedgerWait.interrupted();
        }
        requireAlive();
        if (!end.metBy(keys.reached())) {
            throw HandoffException.bug(
                    "verify", "a log that ended at " + keys.reached().shown(), position.shown());
        }
        return keys;
    }

    private static HandoffException standing(Position position, Duration limit) {
        return new HandoffException(new Finding(
                ErrorCode.STREAM_FAILED,
                "verify",
                "a log that stands before " + position.shown() + " for " + limit.toSeconds() + " s",
                "the source's log up to the present",
                "look at the source's load, then verify again, with a longer --wait"));
    }

    private void read() {
        try {
            for (Goal end = goal; !closed && (end == null || !end.metBy(keys.reached())); end = goal) {
                int unused = stream.poll(keys, EVENTS); // returns by itself when nothing comes
            }
        } catch (Throwable e) { // an Error too: keys that nobody has seen are not unchanged
            failure = e;
        } finally {
            over.countDown();
        }
    }

    @Override
    public void close() {
        closed = true;
        stream.close();
        try {
            thread.join(END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

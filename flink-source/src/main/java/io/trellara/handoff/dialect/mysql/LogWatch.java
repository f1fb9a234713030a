package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks every now and then where the server's log ends, which the stream itself does not tell while there is more of
 * it. For a metric only: where it cannot ask, the last answer stands. A thread of its own, with a connection of its
 * own.
 */
final class LogWatch implements AutoCloseable {
    private static final String QUESTION = "SHOW BINARY LOGS";

    private final BinlogSource source;
    private final long pause;
    private final Thread thread;
    private volatile LogSizes sizes = LogSizes.UNKNOWN;
    private volatile boolean closed;
    private volatile @Nullable BinlogConnection connection;

    /** @param pause between two looks */
    LogWatch(BinlogSource source, Duration pause) {
        this.source = source;
        this.pause = pause.toNanos();
        this.thread = new Thread(this::watch, "handoff-log-end");
        thread.setDaemon(true);
        thread.setContextClassLoader(LogWatch.class.getClassLoader());
    }

    void start() {
        thread.start();
    }

    /** The log as it was seen last; any thread. */
    LogSizes sizes() {
        return sizes;
    }

    private void watch() {
        while (!closed) {
            look();
            LockSupport.parkNanos(this, pause);
        }
        disconnect();
    }

    private void look() {
        try {
            BinlogConnection open = connection;
            if (open == null) {
                open = BinlogConnection.open(source.address(), source.timing().silence());
                connection = open;
            }
            sizes = LogSizes.of(open.row(QUESTION));
        } catch (IOException | HandoffException unanswered) {
            disconnect(); // the stream's own connection says what is wrong
        }
    }

    private void disconnect() {
        BinlogConnection open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }

    /** Ends the thread; any thread. */
    @Override
    public void close() {
        closed = true;
        disconnect();
        LockSupport.unpark(thread);
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ReadAhead;
import io.trellara.handoff.error.ErrorKind;
import io.trellara.handoff.error.HandoffException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The stream's own thread: reads ahead into the buffer. A connection that breaks is made again behind the last whole
 * transaction that was received; the one under way comes again from its beginning, which the decoder knows how to take.
 * While nobody makes room the connection is let go of after a while, so that a paused stream costs the server nothing.
 */
final class BinlogReceiver implements Runnable {
    private static final long SHORTEST_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(2).toNanos();

    private final BinlogOpening opening;
    private final BinlogSource.Timing timing;
    private final ReadAhead<BinlogEvent> buffer;
    private final TransactionBounds bounds;

    private volatile boolean stopped;
    private volatile @Nullable BinlogConnection connection;
    private boolean checksum;
    private long brokenSince;
    private boolean broken;
    private long pause = SHORTEST_PAUSE;

    BinlogReceiver(
            BinlogOpening opening,
            BinlogSource.Timing timing,
            ReadAhead<BinlogEvent> buffer,
            TransactionBounds bounds) {
        this.opening = opening;
        this.timing = timing;
        this.buffer = buffer;
        this.bounds = bounds;
    }

    /** Makes the first connection, on the caller's thread, so that what stands against it is told at once. */
    void connect() {
        try {
            open();
        } catch (IOException e) {
            throw BinlogFailures.broken("no connection (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** Whether a connection is held now. */
    boolean connected() {
        return connection != null;
    }

    /** Ends the thread; whatever breaks from now on is no failure. Any thread. */
    void stop() {
        stopped = true;
        disconnect();
    }

    private void open() throws IOException {
        BinlogOpening.Opened opened = opening.open(bounds.received(), bounds.last());
        bounds.connected(opened.again());
        connection = opened.connection();
        checksum = opened.checksum();
        if (stopped) {
            disconnect();
        }
    }

    private void disconnect() {
        BinlogConnection open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only close() interrupts
        } catch (RuntimeException e) {
            buffer.fail(e);
        } catch (Error fatal) {
            buffer.fail(new IllegalStateException("the stream's receiver died", fatal));
            throw fatal;
        } finally {
            disconnect();
        }
    }

    private void step() throws InterruptedException {
        try {
            if (!buffer.awaitRoom(timing.paused().toNanos())) {
                disconnect();
                return;
            }
            BinlogConnection open = connection;
            if (open == null) {
                open();
            } else {
                read(open);
            }
        } catch (IOException e) {
            retry(BinlogFailures.broken("the connection (" + e.getClass().getSimpleName() + ")"));
        } catch (HandoffException e) {
            if (e.code().kind() != ErrorKind.TRANSIENT) {
                throw e;
            }
            retry(e);
        }
    }

    private void read(BinlogConnection open) throws IOException {
        byte[] packet = open.read();
        if (packet == null) {
            throw BinlogFailures.broken("the server has ended it");
        }
        BinlogEvent event = BinlogEvent.read(packet, 1, packet.length - 1, checksum || describes(packet));
        if (event.type() == BinlogEvent.FORMAT_DESCRIPTION) {
            checksum = event.describesChecksums();
        }
        if (bounds.take(event) || event.heartbeat()) {
            broken = false; // it does not only connect, it gets on
            pause = SHORTEST_PAUSE;
        }
        if (!bounds.known()) {
            buffer.add(List.of(event));
        }
    }

    /** The event that says whether others have a checksum always has one itself. */
    private static boolean describes(byte[] packet) {
        return packet.length > 5 && (packet[5] & 0xFF) == BinlogEvent.FORMAT_DESCRIPTION;
    }

    private void retry(HandoffException failure) {
        disconnect();
        if (stopped) {
            return;
        }
        long now = System.nanoTime();
        if (!broken) {
            broken = true;
            brokenSince = now;
        }
        if (now - brokenSince > timing.reconnect().toNanos()) {
            throw failure;
        }
        LockSupport.parkNanos(this, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
}

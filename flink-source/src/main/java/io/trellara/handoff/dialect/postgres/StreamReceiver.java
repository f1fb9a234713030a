package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ReadAhead;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The stream's own thread: reads ahead into the buffer, answers the server, and passes acknowledgements on, whether or
 * not anybody polls. While the buffer is full it reads nothing, yet goes on telling the server that we live, so that
 * {@code wal_sender_timeout} does not cut a paused stream.
 *
 * <p>Reports as flushed nothing but what was acknowledged (R7). A server that shuts down ends the watch's session
 * first, and the stream with it: it would else wait for an acknowledgement that may be a checkpoint away (R12).
 */
final class StreamReceiver implements Runnable {
    private static final int BATCH = 512;
    private static final int BATCH_BYTES = 1 << 20;
    private static final long SHORTEST_PAUSE = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long GATHERING_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LATE = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(20);

    /** The driver cannot see whether an encrypted line holds data; there an answer is asked for after these pauses. */
    private static final int ENCRYPTED_PAUSES = 5;

    private final WalSender sender;
    private final ReadAhead<byte[]> buffer;
    private final StreamWatch watch;
    private final long tickNanos;
    private final AtomicLong acknowledged;
    private final List<byte[]> batch = new ArrayList<>();

    private volatile boolean stopped;
    private long received;
    private long reported;
    private boolean answerDue;
    private boolean inTransaction;
    private boolean ahead;
    private long batchBytes;

    StreamReceiver(WalSender sender, ReadAhead<byte[]> buffer, StreamWatch watch, AtomicLong acknowledged) {
        this.sender = sender;
        this.buffer = buffer;
        this.watch = watch;
        this.tickNanos = TimeUnit.MILLISECONDS.toNanos(watch.tickMillis());
        this.acknowledged = acknowledged;
    }

    /** Ends the thread; whatever breaks from now on is no failure. */
    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            receive();
        } catch (HandoffException e) {
            buffer.fail(e);
        } catch (SQLException e) {
            buffer.fail(StreamFailures.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // only close() interrupts
        } catch (RuntimeException e) {
            buffer.fail(e);
        } catch (Error fatal) {
            buffer.fail(new IllegalStateException("the stream's receiver died", fatal));
            throw fatal;
        } finally {
            sender.abort(); // a server on its way down waits for this session
            watch.abort();
        }
    }

    private void receive() throws SQLException, InterruptedException {
        long nextTick = System.nanoTime();
        long nextAsk = nextTick;
        long pause = SHORTEST_PAUSE;
        while (!stopped) {
            boolean room = buffer.awaitRoom(0);
            int count = room ? readAhead() : 0;
            long now = System.nanoTime();
            boolean tick = now - nextTick >= 0;
            boolean ask = room && count == 0 && now - nextAsk >= 0;
            if (tick) {
                nextTick = now + tickNanos;
                watch.tick();
            }
            if (tick || ask || answerDue || reported != acknowledged.get()) {
                count += tell(ask);
            }
            pause = count > 0 ? SHORTEST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
            nextAsk = ask || count > 0 ? now + (watch.encrypted() ? ENCRYPTED_PAUSES * pause : tickNanos) : nextAsk;
            if (!room) {
                buffer.awaitRoom(Math.min(tickNanos, LONGEST_WAIT));
            } else if (count == 0) {
                LockSupport.parkNanos(this, pause);
            } else if (ahead) {
                // The server sends each message by itself and would wake us for each.
                LockSupport.parkNanos(this, GATHERING_PAUSE);
                ahead = false;
            }
        }
    }

    /**
     * Moves what has come into the buffer, at most a batch. Inside a transaction the rest is on its way, and waiting
     * for it spares the driver a question to the socket for each message.
     */
    private int readAhead() throws SQLException {
        byte @Nullable [] frame = sender.read();
        while (frame != null) {
            take(frame);
            if (batch.size() >= BATCH || batchBytes >= BATCH_BYTES) {
                break;
            }
            if (inTransaction) {
                frame = awaitRest();
            } else {
                frame = ahead ? null : sender.read();
            }
        }
        return deliver();
    }

    /** Notes whether it had to be waited for: then we read faster than the server sends. */
    private byte @Nullable [] awaitRest() throws SQLException {
        long asked = System.nanoTime();
        byte @Nullable [] frame = sender.await();
        ahead |= System.nanoTime() - asked > LATE;
        return frame;
    }

    private void take(byte[] frame) {
        StreamMessage.check(frame);
        long position = StreamMessage.position(frame);
        if (Long.compareUnsigned(position, received) > 0) {
            received = position;
        }
        if (StreamMessage.isKeepalive(frame)) {
            answerDue |= StreamMessage.wantsAnswer(frame);
            watch.sent(position);
        } else {
            inTransaction = StreamMessage.leavesInTransaction(frame, inTransaction);
        }
        batch.add(frame);
        batchBytes += frame.length;
    }

    /**
     * Hands the batch on, unless a warning came with it: from 18 on the server only warns when the publication is gone,
     * and sends what follows without its changes.
     */
    private int deliver() throws SQLException {
        Optional<String> warning = sender.warning();
        if (warning.isPresent()) {
            throw StreamFailures.warned(warning.get());
        }
        if (batch.isEmpty() && !sender.isStreaming()) {
            throw StreamFailures.broken("the server has ended it");
        }
        int count = batch.size();
        if (count > 0) {
            buffer.add(batch);
            batch.clear();
            batchBytes = 0;
        }
        return count;
    }

    /**
     * Sends a status update. To {@code ask} is to wait for the server's answer, which it owes at once: so a dead peer
     * shows, and an encrypted line is read.
     */
    private int tell(boolean ask) throws SQLException {
        long flushed = acknowledged.get();
        sender.report(received, flushed, watch.micros2000(), ask);
        reported = flushed;
        answerDue = false;
        if (!ask) {
            return 0;
        }
        byte @Nullable [] answer = sender.await();
        if (answer != null) {
            take(answer);
        }
        return deliver();
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ReadAhead;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Position;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The server's binary log as a stream of changes. A {@link BinlogReceiver} reads ahead on a thread of its own;
 * {@link #poll} decodes on the caller's.
 *
 * <p>What ends the stream is thrown by the next poll, and by every one after it: STREAM_FAILED where another attempt
 * may succeed, else the contract's code.
 */
final class MysqlChangeStream implements ChangeStream {
    /** Read ahead: enough to keep the line busy while a checkpoint is taken. */
    private static final long BUFFER_BYTES = 4 << 20;

    private static final long WAIT_MILLIS = 50;
    private static final long PAUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long END_MILLIS = 10_000;
    private static final Duration LOOK_AT_LOG = Duration.ofSeconds(5);

    private final ReadAhead<BinlogEvent> buffer;
    private final BinlogDecoder decoder;
    private final BinlogReceiver receiver;
    private final LogWatch watch;
    private final Thread thread;

    private MysqlChangeStream(BinlogSource source, BinlogContract contract, BinlogPosition from, long bytes) {
        this.buffer = new ReadAhead<>(bytes, BinlogEvent::length, BinlogEvent::heartbeat);
        this.decoder = new BinlogDecoder(contract, from, source.epoch());
        this.receiver = new BinlogReceiver(
                new BinlogOpening(source), source.timing(), buffer, new TransactionBounds(from, source.epoch()));
        this.watch = new LogWatch(source, LOOK_AT_LOG);
        this.thread = new Thread(receiver, "handoff-stream");
        thread.setDaemon(true);
        thread.setContextClassLoader(MysqlChangeStream.class.getClassLoader());
    }

    /**
     * Starts streaming; the first transaction handed out is the first of the log that {@code from} does not cover.
     *
     * @throws io.trellara.handoff.error.HandoffException SOURCE_CHANGED, BINLOG_PURGED, SOURCE_AUTHENTICATION, or
     *     STREAM_FAILED
     */
    static MysqlChangeStream open(BinlogSource source, BinlogContract contract, BinlogPosition from) {
        return open(source, contract, from, BUFFER_BYTES);
    }

    /** The same with a buffer of so many bytes. */
    static MysqlChangeStream open(BinlogSource source, BinlogContract contract, BinlogPosition from, long bytes) {
        MysqlChangeStream stream = new MysqlChangeStream(source, contract, from, bytes);
        stream.receiver.connect();
        stream.thread.start();
        stream.watch.start();
        return stream;
    }

    @Override
    public int poll(ChangeHandler handler, int events) {
        int calls = 0;
        if (handler.paused()) {
            LockSupport.parkNanos(this, PAUSED_NANOS); // the caller's loop would else spin
        }
        for (int taken = 0; taken < events && calls < events && !handler.paused(); taken++) {
            if (decoder.pending()) {
                calls += decoder.proceed(handler);
                continue;
            }
            BinlogEvent event = buffer.next(taken == 0 ? WAIT_MILLIS : 0);
            if (event == null) {
                return calls;
            }
            calls += event.heartbeat() ? idle(event, handler) : decoder.decode(event, handler);
        }
        return calls;
    }

    private int idle(BinlogEvent heartbeat, ChangeHandler handler) {
        decoder.reach().pass(heartbeat);
        if (decoder.inTransaction()) {
            return 0;
        }
        handler.idle(decoder.position());
        return 1;
    }

    /** Nothing is held back at the server for this stream: it purges its log by age. */
    @Override
    public void acknowledge(Position position) {
        BinlogPosition.of(position);
    }

    /** As the log was seen last, or what was received since; on the poller's thread. */
    @Override
    public long lagBytes() {
        LogReach reach = decoder.reach();
        return Math.max(buffer.bytes(), watch.sizes().behind(reach.file(), reach.offset()));
    }

    /** Whether a connection is held now. */
    boolean connected() {
        return receiver.connected();
    }

    @Override
    public void close() {
        watch.close();
        receiver.stop();
        buffer.fail(BinlogFailures.broken("closed by this program"));
        thread.interrupt();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the thread is a daemon and its socket is closed
        }
    }
}

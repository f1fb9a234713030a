package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ReadAhead;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A slot as a stream of changes. A {@link StreamReceiver} reads ahead on a thread of its own; {@link #poll} decodes on
 * the caller's.
 *
 * <p>What ends the stream is thrown by the next poll, and by every one after it: STREAM_FAILED where another attempt
 * may succeed, else the contract's code.
 */
final class PostgresChangeStream implements ChangeStream {
    /** Read ahead: enough to keep the line busy while a checkpoint is taken. */
    private static final long BUFFER_BYTES = 4 << 20;

    private static final long WAIT_MILLIS = 50;
    private static final long PAUSED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long END_MILLIS = 10_000;

    private final WalSender sender;
    private final StreamWatch watch;
    private final ReadAhead<byte[]> buffer;
    private final PgOutputDecoder decoder;
    private final AtomicLong acknowledged = new AtomicLong();
    private final StreamReceiver receiver;
    private final Thread thread;
    private volatile long handedOut;

    private PostgresChangeStream(WalSender sender, StreamWatch watch, StreamContract contract, Lsn from, long bytes) {
        this.sender = sender;
        this.watch = watch;
        this.buffer = new ReadAhead<>(bytes, message -> message.length, StreamMessage::isKeepalive);
        this.decoder = new PgOutputDecoder(contract, from);
        this.handedOut = from.value();
        this.receiver = new StreamReceiver(sender, buffer, watch, acknowledged);
        this.thread = new Thread(receiver, "handoff-stream");
        thread.setDaemon(true);
        thread.setContextClassLoader(PostgresChangeStream.class.getClassLoader());
    }

    /**
     * Starts streaming; the first transaction handed out is the first that {@code from} does not cover.
     *
     * @throws io.trellara.handoff.error.HandoffException SOURCE_CHANGED, SLOT_MISSING, SLOT_LOST, SLOT_AHEAD,
     *     SLOT_BUSY, SLOT_FOREIGN, SCHEMA_CHANGED where a relation is gone, or why the source does not answer
     */
    static PostgresChangeStream open(StreamStart start, Lsn from, List<RelationSchema> contract) {
        return open(start, from, contract, BUFFER_BYTES);
    }

    /** The same with a buffer of so many bytes. */
    static PostgresChangeStream open(StreamStart start, Lsn from, List<RelationSchema> contract, long bufferBytes) {
        StreamContract relations = start.contract(contract);
        StreamWatch watch = start.watch();
        try {
            WalSender sender = start.start(from, watch.silenceMillis());
            PostgresChangeStream stream = new PostgresChangeStream(sender, watch, relations, from, bufferBytes);
            stream.thread.start();
            return stream;
        } catch (RuntimeException e) {
            watch.abort();
            throw e;
        }
    }

    @Override
    public int poll(ChangeHandler handler, int events) {
        int calls = 0;
        buffer.throwFailure();
        if (handler.paused()) {
            LockSupport.parkNanos(this, PAUSED_NANOS); // the caller's loop would else spin
        }
        for (int taken = 0; taken < events && !handler.paused(); taken++) {
            byte[] frame = buffer.next(taken == 0 ? WAIT_MILLIS : 0);
            if (frame == null) {
                return calls;
            }
            calls += StreamMessage.isKeepalive(frame) ? idle(frame, handler) : change(frame, handler);
        }
        return calls;
    }

    private int change(byte[] frame, ChangeHandler handler) {
        int header = StreamMessage.DATA_HEADER;
        int calls = decoder.decode(frame, header, frame.length - header, handler);
        advance(decoder.end());
        return calls;
    }

    /** A keepalive says that all below its position was sent, which is news only outside a transaction. */
    private int idle(byte[] frame, ChangeHandler handler) {
        long end = StreamMessage.position(frame);
        if (decoder.inTransaction() || !advance(end)) {
            return 0;
        }
        handler.idle(new Lsn(end));
        return 1;
    }

    private boolean advance(long position) {
        if (Long.compareUnsigned(position, handedOut) <= 0) {
            return false;
        }
        handedOut = position;
        return true;
    }

    /** All below it was handed out: the end of a transaction, or where the server had nothing more. */
    Lsn handedOut() {
        return new Lsn(handedOut);
    }

    @Override
    public void acknowledge(Position position) {
        acknowledged.accumulateAndGet(Lsn.of(position).value(), (a, b) -> Long.compareUnsigned(a, b) >= 0 ? a : b);
    }

    @Override
    public long lagBytes() {
        return Math.max(0, watch.logEnd() - handedOut);
    }

    @Override
    public void close() {
        receiver.stop();
        buffer.fail(StreamFailures.broken("closed by this program"));
        sender.abort();
        watch.abort();
        thread.interrupt();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the thread is a daemon and its socket is closed
        }
    }
}

package io.trellara.handoff.dialect.postgres;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Messages received and not yet handed out, bounded by their bytes. One receiver adds, one poller takes. Of keepalives
 * that follow each other only the last is kept, so an idle stream that nobody polls does not fill it.
 */
final class StreamBuffer {
    /** What a message costs beside its bytes, about. */
    private static final int OVERHEAD = 48;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final long capacity;

    private ArrayDeque<byte[]> messages = new ArrayDeque<>();
    private long bytes;
    private volatile @Nullable RuntimeException failure;

    // the poller's own
    private ArrayDeque<byte[]> taken = new ArrayDeque<>();
    private long takenBytes;

    StreamBuffer(long capacity) {
        this.capacity = capacity;
    }

    /** Adds messages, also beyond the capacity. */
    void add(List<byte[]> received) {
        lock.lock();
        try {
            for (byte[] message : received) {
                byte[] last = messages.peekLast();
                if (last != null && StreamMessage.isKeepalive(last) && StreamMessage.isKeepalive(message)) {
                    messages.removeLast();
                    bytes -= cost(last);
                }
                messages.addLast(message);
                bytes += cost(message);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is room; waits for it up to {@code nanos}. */
    boolean awaitRoom(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (bytes >= capacity && left > 0) {
                left = changed.awaitNanos(left);
            }
            return bytes < capacity;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream: every later {@link #next} throws the first failure told. */
    void fail(RuntimeException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The next message, waited for up to {@code millis}; null when none came. Throws the stream's failure. */
    byte @Nullable [] next(long millis) {
        throwFailure();
        if (taken.isEmpty()) {
            refill(millis);
        }
        return taken.poll();
    }

    /** Throws the stream's failure, if there is one. */
    void throwFailure() {
        RuntimeException cause = failure;
        if (cause != null) {
            throw cause;
        }
    }

    /** Takes all at once; their room is given back when the last of them has been handed out. */
    private void refill(long millis) {
        lock.lock();
        try {
            bytes -= takenBytes;
            takenBytes = 0;
            changed.signalAll();
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (messages.isEmpty() && failure == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            throwFailure();
            ArrayDeque<byte[]> empty = taken;
            taken = messages;
            messages = empty;
            takenBytes = bytes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller's loop sees it; nothing was taken
        } finally {
            lock.unlock();
        }
    }

    private static long cost(byte[] message) {
        return (long) message.length + OVERHEAD;
    }
}

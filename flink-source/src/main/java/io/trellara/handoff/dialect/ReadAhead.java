package io.trellara.handoff.dialect;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a stream that were received and not yet handed out, bounded by their bytes. One receiver adds, one poller
 * takes. Of keepalives that follow each other only the last is kept, so an idle stream that nobody polls does not fill
 * it.
 */
public final class ReadAhead<T> {
    /** What a message costs beside its bytes, about. */
    private static final int OVERHEAD = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final long capacity;
    private final ToIntFunction<T> length;
    private final Predicate<T> keepalive;

    private ArrayDeque<T> messages = new ArrayDeque<>();
    private long bytes;
    private volatile @Nullable RuntimeException failure;

    // the poller's own
    private ArrayDeque<T> taken = new ArrayDeque<>();
    private long takenBytes;

    /**
     * @param capacity in bytes; what is added beyond it is kept all the same
     * @param length a message's bytes
     * @param keepalive whether a message says only that the server is there, and how far its log goes
     */
    public ReadAhead(long capacity, ToIntFunction<T> length, Predicate<T> keepalive) {
        this.capacity = capacity;
        this.length = length;
        this.keepalive = keepalive;
    }

    /** Adds messages, also beyond the capacity. */
    public void add(List<T> received) {
        lock.lock();
        try {
            for (T message : received) {
                @Nullable T last = messages.peekLast();
                if (last != null && keepalive.test(last) && keepalive.test(message)) {
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
    public boolean awaitRoom(long nanos) throws InterruptedException {
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

    /** Bytes that wait to be handed out, and those taken with the last refill. */
    public long bytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream: every later {@link #next} throws the first failure told. */
    public void fail(RuntimeException cause) {
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
    public @Nullable T next(long millis) {
        throwFailure();
        if (taken.isEmpty()) {
            refill(millis);
        }
        return taken.poll();
    }

    /** Throws the stream's failure, if there is one. */
    public void throwFailure() {
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
            ArrayDeque<T> empty = taken;
            taken = messages;
            messages = empty;
            takenBytes = bytes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller's loop sees it; nothing was taken
        } finally {
            lock.unlock();
        }
    }

    private long cost(T message) {
        return (long) length.applyAsInt(message) + OVERHEAD;
    }
}

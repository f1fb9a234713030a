package io.trellara.handoff.dialect.mysql;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Events received and not yet handed out, bounded by their bytes. One receiver adds, one poller takes. Of heartbeats
 * that follow each other only one is kept, so an idle stream that nobody polls does not fill it.
 */
final class EventBuffer {
    /** What an event costs beside its bytes, about. */
    private static final int OVERHEAD = 96;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<BinlogEvent> events = new ArrayDeque<>();
    private final long capacity;

    private long bytes;
    private @Nullable RuntimeException failure;

    EventBuffer(long capacity) {
        this.capacity = capacity;
    }

    /** Adds an event, also beyond the capacity. */
    void add(BinlogEvent event) {
        lock.lock();
        try {
            BinlogEvent last = events.peekLast();
            if (last != null && last.heartbeat() && event.heartbeat()) {
                return;
            }
            events.addLast(event);
            bytes += cost(event);
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

    /** Bytes that wait to be handed out. */
    long bytes() {
        lock.lock();
        try {
            return bytes;
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

    /**
     * The next event, waited for up to {@code millis}; empty when none came. Throws the stream's failure at the end.
     */
    Optional<BinlogEvent> next(long millis) {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (events.isEmpty() && failure == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            BinlogEvent event = events.pollFirst();
            if (event != null) {
                bytes -= cost(event);
                changed.signalAll();
            } else if (failure != null) {
                throw failure;
            }
            return Optional.ofNullable(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller's loop sees it; nothing was taken
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private static long cost(BinlogEvent event) {
        return (long) event.length() + OVERHEAD;
    }
}

package io.trellara.handoff.read;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The one bounded queue between the fetchers and the task thread. */
final class Handover {
    private static final CompletableFuture<Void> NOW = CompletableFuture.completedFuture(null);

    private final int capacity;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final ArrayDeque<Fetched> queue = new ArrayDeque<>();
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private boolean closed;

    Handover(int capacity) {
        this.capacity = capacity;
    }

    /** Waits for room; false once closed. Fetcher threads. */
    boolean put(Fetched fetched) throws InterruptedException {
        lock.lock();
        try {
            while (queue.size() >= capacity && !closed) {
                room.await();
            }
            if (closed) {
                return false;
            }
            queue.add(fetched);
            if (queue.size() == 1) {
                available.complete(null);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The next element, if there is one. Task thread. */
    Optional<Fetched> poll() {
        lock.lock();
        try {
            Fetched next = queue.poll();
            if (next != null) {
                room.signal();
            }
            if (queue.isEmpty() && available.isDone()) {
                available = new CompletableFuture<>();
            }
            return Optional.ofNullable(next);
        } finally {
            lock.unlock();
        }
    }

    /** Has the task thread poll once more, whether an element waits or not. */
    void nudge() {
        lock.lock();
        try {
            available.complete(null);
        } finally {
            lock.unlock();
        }
    }

    /** Whether an element waits. */
    boolean isEmpty() {
        lock.lock();
        try {
            return queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Completes when an element waits, or at a nudge. */
    CompletableFuture<Void> available() {
        lock.lock();
        try {
            return queue.isEmpty() ? available : NOW;
        } finally {
            lock.unlock();
        }
    }

    /** Frees every waiting fetcher; nothing is taken any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

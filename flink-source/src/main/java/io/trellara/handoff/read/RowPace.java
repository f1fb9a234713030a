package io.trellara.handoff.read;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Keeps a copy to so many rows a second: rows that were taken are paid for by waiting before the next ones. Time that
 * was not used is not saved up. The fetcher takes; limits come from the task thread, and change a wait that is under
 * way.
 */
public final class RowPace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long rowsPerSecond;
    private long since;
    private double owed;

    public RowPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Sets the limit; 0 for none. */
    public void limit(long rows) {
        lock.lock();
        try {
            settle();
            rowsPerSecond = rows;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes rows, and waits until they are paid for. */
    public void take(long rows) throws InterruptedException {
        lock.lock();
        try {
            settle();
            owed += rows;
            for (long wait = unpaid(); wait > 0; wait = unpaid()) {
                changed.awaitNanos(wait);
                settle();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what is owed, so that whoever waits goes on at once. */
    public void forgive() {
        lock.lock();
        try {
            owed = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void settle() {
        long now = nanoTime.getAsLong();
        owed = rowsPerSecond == 0 ? 0 : Math.max(0, owed - (double) (now - since) * rowsPerSecond / SECOND);
        since = now;
    }

    /** Nanoseconds until all is paid. */
    private long unpaid() {
        return rowsPerSecond == 0 ? 0 : (long) Math.ceil(owed / rowsPerSecond * SECOND);
    }
}

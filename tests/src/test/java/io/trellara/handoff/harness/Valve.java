package io.trellara.handoff.harness;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What all pumps of a {@link TcpProxy} wait at. Any thread. */
final class Valve {
    private static final long UNLIMITED = Long.MAX_VALUE;

    private boolean stalled;
    private long bytesPerSecond = UNLIMITED;
    private int held;

    synchronized void stall() {
        stalled = true;
        notifyAll();
    }

    synchronized void limit(long most) {
        bytesPerSecond = most;
        notifyAll();
    }

    synchronized void open() {
        stalled = false;
        bytesPerSecond = UNLIMITED;
        notifyAll();
    }

    /** Whoever waits looks again whether its connection is over. */
    synchronized void wake() {
        notifyAll();
    }

    synchronized int held() {
        return held;
    }

    /** Returns when so many bytes may pass, or the connection is over. */
    synchronized void pass(int bytes, BooleanSupplier over) {
        long begun = System.nanoTime();
        held++;
        try {
            while (!over.getAsBoolean() && (stalled || wait(bytes, begun) > 0)) {
                if (stalled) {
                    wait();
                } else {
                    TimeUnit.NANOSECONDS.timedWait(this, wait(bytes, begun));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            held--;
        }
    }

    /** Nanoseconds left of what the bytes take. */
    private long wait(int bytes, long begun) {
        if (bytesPerSecond == UNLIMITED) {
            return 0;
        }
        return bytes * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond - (System.nanoTime() - begun);
    }
}

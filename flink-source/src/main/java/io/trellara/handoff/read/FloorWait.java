package io.trellara.handoff.read;

/** Counts the time that a stream stands at its floor. One thread; the sum from any. */
final class FloorWait {
    private long since;
    private boolean standing;
    private volatile long nanos;

    /** Whether it stands at that time; until the next word it goes on to. */
    void at(long now, boolean stands) {
        if (standing) {
            nanos = nanos + now - since;
        }
        standing = stands;
        since = now;
    }

    /** The time in all, up to the last word. */
    long millis() {
        return nanos / 1_000_000;
    }
}

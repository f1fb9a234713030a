package io.trellara.handoff.read;

/** A fetcher's work in steps: a thread of its own takes them, or a test does. */
interface Fetch {
    /**
     * Does the next piece; where there is none it waits for one, no longer than {@code idleMillis} by itself.
     *
     * @return false when nothing is to come any more
     */
    boolean step(long idleMillis) throws InterruptedException;

    /** Frees what the steps have opened; behind the last of them, in the same thread. */
    void end();
}

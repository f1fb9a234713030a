package io.trellara.handoff.dialect.postgres;

import java.util.Arrays;

/**
 * A snapshot as {@code pg_current_snapshot()} prints it, {@code xmin:xmax:xip,…}, with 64-bit transaction ids. Pure.
 */
final class SnapshotText {
    private final long xmin;
    private final long xmax;
    private final long[] running;

    private SnapshotText(long xmin, long xmax, long[] running) {
        this.xmin = xmin;
        this.xmax = xmax;
        this.running = running;
    }

    static SnapshotText parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("a snapshot has three parts");
        }
        long[] running = parts[2].isEmpty()
                ? new long[0]
                : Arrays.stream(parts[2].split(",", -1))
                        .mapToLong(Long::parseLong)
                        .sorted()
                        .toArray();
        return new SnapshotText(Long.parseLong(parts[0]), Long.parseLong(parts[1]), running);
    }

    /** Whether transaction {@code xid} counts as not yet ended: listed, or not known when the snapshot was taken. */
    boolean running(long xid) {
        return xid >= xmax || (xid >= xmin && Arrays.binarySearch(running, xid) >= 0);
    }

    /**
     * Whether every transaction that this snapshot counts as committed has ended for the server too, seen through
     * {@code now}, a snapshot taken by another session. Until then a reader under this snapshot may find such a
     * transaction's outcome unknown, take it for aborted, and write that into the rows for ever (R12).
     *
     * <p>Transactions from {@code now.xmax} on are not in its list, but are not over either; they count.
     */
    boolean settled(SnapshotText now) {
        for (long xid : now.running) {
            if (!running(xid)) {
                return false;
            }
        }
        for (long xid = now.xmax; xid < xmax; xid++) {
            if (!running(xid)) {
                return false;
            }
        }
        return true;
    }

    /** The 64-bit id of a 32-bit one as the log carries it: the one nearest to this snapshot's {@code xmax}. */
    long widen(long xid) {
        return xmax + ((int) xid - (int) xmax);
    }

    @Override
    public String toString() {
        return xmin + ":" + xmax + ":" + running.length + " running";
    }
}

package io.trellara.handoff.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/** Notes when rows with consecutive ids become visible, in whatever order. One thread. */
final class Arrivals {
    private static final long POLL_NANOS = 1_000_000;
    private static final long LIMIT_NANOS = 180_000_000_000L;

    private final long[] seen;
    private final long firstId;
    private int complete;

    Arrivals(long firstId, int count) {
        this.seen = new long[count];
        this.firstId = firstId;
    }

    /** Returns when all have come. */
    long[] await(Connection target) throws SQLException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        try (PreparedStatement newer =
                target.prepareStatement("SELECT id FROM public.orders WHERE id >= ? ORDER BY id")) {
            while (complete < seen.length) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("only " + complete + " of " + seen.length + " rows have come");
                }
                look(newer);
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        return seen;
    }

    private void look(PreparedStatement newer) throws SQLException {
        newer.setLong(1, firstId + complete);
        try (ResultSet rows = newer.executeQuery()) {
            long now = System.nanoTime();
            while (rows.next()) {
                int n = (int) (rows.getLong(1) - firstId);
                if (seen[n] == 0) {
                    seen[n] = now;
                }
            }
        }
        while (complete < seen.length && seen[complete] != 0) {
            complete++;
        }
    }
}

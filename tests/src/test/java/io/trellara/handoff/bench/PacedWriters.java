package io.trellara.handoff.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * Writers that commit one row a transaction at a fixed rate, whatever the server says, and note when each commit was
 * acknowledged.
 */
final class PacedWriters {
    private static final int WRITERS = 4;
    private static final String INSERT = """
            INSERT INTO public.orders
            SELECT i, 'customer ' || md5(i::text), repeat(md5(i::text), 2), i % 1000, now(),
                   jsonb_build_object('address', md5((i * 3)::text), 'gift', true), true
              FROM CAST(? AS bigint) i""";

    private final long[] committed;
    private final long firstId;
    private final long intervalNanos;

    /** Transaction {@code n} inserts id {@code firstId + n}. */
    PacedWriters(long firstId, int transactions, int perSecond) {
        this.committed = new long[transactions];
        this.firstId = firstId;
        this.intervalNanos = 1_000_000_000L / perSecond;
    }

    /** Writes all; returns at the end with the times of their commits, as of {@link System#nanoTime}. */
    long[] write(BenchServers servers) {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            long start = System.nanoTime();
            List<CompletableFuture<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int first = writer;
                writers.add(CompletableFuture.runAsync(() -> write(servers, first, start), threads));
            }
            writers.forEach(CompletableFuture::join);
            return committed;
        } finally {
            threads.shutdownNow();
        }
    }

    private void write(BenchServers servers, int first, long start) {
        try (Connection connection = servers.source().open(BenchServers.DATABASE);
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int n = first; n < committed.length; n += WRITERS) {
                long due = start + n * intervalNanos;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                insert.setLong(1, firstId + n);
                insert.executeUpdate();
                committed[n] = System.nanoTime();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

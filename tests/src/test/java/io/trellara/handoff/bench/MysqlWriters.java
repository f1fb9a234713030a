package io.trellara.handoff.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Writers that update one row a transaction, each as fast as it may, with a pause of up to four milliseconds between.
 */
final class MysqlWriters implements AutoCloseable {
    static final int COUNT = 8;

    private static final int PAUSE_NANOS = 4_000_000;

    private final ExecutorService threads = Executors.newFixedThreadPool(COUNT);
    private final List<CompletableFuture<Void>> ends = new ArrayList<>();
    private final AtomicLong committed = new AtomicLong();
    private volatile boolean stopped;

    MysqlWriters(BenchSide source, long rows) {
        for (int i = 0; i < COUNT; i++) {
            Random chance = new Random(i);
            ends.add(CompletableFuture.runAsync(() -> write(source, rows, chance), threads));
        }
    }

    private void write(BenchSide source, long rows, Random chance) {
        try (Connection session = source.open();
                PreparedStatement update = session.prepareStatement(
                        "UPDATE " + MysqlBenchTable.NAME + " SET amount = amount + 1 WHERE id = ?")) {
            while (!stopped) {
                update.setLong(1, 1 + chance.nextLong(rows));
                update.executeUpdate();
                committed.incrementAndGet();
                LockSupport.parkNanos(chance.nextInt(PAUSE_NANOS));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Transactions until now; fails where a writer has failed. */
    long committed() {
        ends.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
        return committed.get();
    }

    /** Returns when all have ended. */
    @Override
    public void close() {
        stopped = true;
        ends.forEach(CompletableFuture::join);
        threads.shutdown();
    }
}

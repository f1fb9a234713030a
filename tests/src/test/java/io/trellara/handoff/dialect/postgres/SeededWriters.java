package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Writers on {@code t (id, n)} that insert, update, delete, move keys, use savepoints and roll back, from a seed. */
final class SeededWriters implements AutoCloseable {
    private final ExecutorService executor;
    private final List<Future<?>> running = new ArrayList<>();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicInteger transactions = new AtomicInteger();

    private SeededWriters(int writers) {
        executor = Executors.newFixedThreadPool(writers);
    }

    static SeededWriters start(ConnectionConfig database, int count, long seed) {
        SeededWriters writers = new SeededWriters(count);
        for (int i = 0; i < count; i++) {
            int number = i;
            writers.running.add(writers.executor.submit(() -> {
                writers.write(database, number, new Random(seed + number));
                return number;
            }));
        }
        return writers;
    }

    int transactions() {
        return transactions.get();
    }

    /** Ends them, and fails where one of them failed. */
    void stop() throws Exception {
        stop.set(true);
        for (Future<?> writer : running) {
            writer.get(30, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        stop.set(true);
        executor.shutdownNow();
    }

    private void write(ConnectionConfig database, int writer, Random random) throws SQLException {
        long next = 1_000_000L * (writer + 1);
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            while (!stop.get()) {
                change(statement, random, next++, writer);
                if (random.nextInt(3) == 0) {
                    statement.execute("SAVEPOINT s");
                    change(statement, random, next++, writer);
                    statement.execute(random.nextBoolean() ? "ROLLBACK TO s" : "RELEASE s");
                    change(statement, random, next++, writer);
                }
                if (random.nextInt(8) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    transactions.incrementAndGet();
                }
            }
        }
    }

    /** Each writer has rows of its own, so that none waits for another and all commit at once. */
    private static void change(Statement statement, Random random, long next, int writer) throws SQLException {
        long own = 1 + writer + 8L * random.nextInt(25);
        switch (random.nextInt(5)) {
            case 0 -> statement.execute("INSERT INTO t VALUES (" + next + ", 0)");
            case 1 -> statement.execute("DELETE FROM t WHERE id = " + (next - 5));
            case 2 -> statement.execute("UPDATE t SET id = -id WHERE id = " + (next - 3));
            default -> statement.execute("UPDATE t SET n = n + 1 WHERE id = " + own);
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Writers on {@code t (id, n)} that insert, update, delete, move keys, use savepoints and roll back, from a seed. They
 * pause by chance, so that readers' locks find a moment.
 */
final class MysqlWriters implements AutoCloseable {
    private static final int KEYS = 200;
    private static final int MOVED = 1_000;
    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final ExecutorService threads;
    private final List<Future<?>> ends = new ArrayList<>();
    private final AtomicInteger transactions = new AtomicInteger();
    private volatile boolean stopped;

    private MysqlWriters(int count) {
        threads = Executors.newFixedThreadPool(count);
    }

    static MysqlWriters start(ConnectionConfig database, int count, long seed) {
        MysqlWriters writers = new MysqlWriters(count);
        for (int i = 0; i < count; i++) {
            Random chance = new Random(seed + i);
            writers.ends.add(writers.threads.submit(() -> {
                writers.write(database, chance);
                return null;
            }));
        }
        return writers;
    }

    /** Waits until so many more transactions are committed. */
    void await(int more) {
        long start = System.nanoTime();
        int since = transactions.get();
        while (transactions.get() < since + more) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new AssertionError("the writers stand still");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void write(ConnectionConfig database, Random chance) throws SQLException {
        try (Connection session = MysqlTestServer.open(database);
                Statement statement = session.createStatement()) {
            session.setAutoCommit(false);
            while (!stopped) {
                try {
                    transaction(session, statement, chance);
                } catch (SQLException deadlock) {
                    if (!"40001".equals(deadlock.getSQLState())) {
                        throw deadlock;
                    }
                    session.rollback();
                }
                LockSupport.parkNanos(chance.nextInt(4_000_000));
            }
        }
    }

    private void transaction(Connection session, Statement statement, Random chance) throws SQLException {
        change(statement, chance);
        Savepoint before = session.setSavepoint();
        change(statement, chance);
        if (chance.nextInt(4) == 0) {
            session.rollback(before);
        }
        if (chance.nextInt(8) == 0) {
            session.rollback();
        } else {
            session.commit();
            transactions.incrementAndGet();
        }
    }

    private static void change(Statement statement, Random chance) throws SQLException {
        int id = chance.nextInt(KEYS);
        switch (chance.nextInt(5)) {
            case 0 -> statement.execute("DELETE FROM t WHERE id = " + id);
            case 1 -> statement.execute("UPDATE t SET n = n + 1 WHERE id BETWEEN " + id + " AND " + (id + 3));
            case 2 -> {
                statement.execute("DELETE FROM t WHERE id = " + (id + MOVED));
                statement.execute("UPDATE t SET id = id + " + MOVED + " WHERE id = " + id);
            }
            default -> statement.execute("REPLACE INTO t VALUES (" + id + ", " + chance.nextInt(1_000_000) + ")");
        }
    }

    /** Ends them; fails where one has failed. */
    void stop() throws Exception {
        stopped = true;
        for (Future<?> end : ends) {
            end.get(30, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }
}

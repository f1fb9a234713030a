package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.demo.ShopChange.Kind;
import io.trellara.handoff.local.DatabaseSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One writer: transactions of one to six changes until it is told to stop. Its own thread. */
final class ShopWriter implements Runnable {
    private static final Duration RECONNECT_LIMIT = Duration.ofMinutes(1);
    private static final Duration RECONNECT_STEP = Duration.ofMillis(100);

    private final ConnectionConfig source;
    private final WriterPlan plan;
    private final ShopChoice choice;
    private final WriterCounts counts;
    private final CountDownLatch stop;
    private long lastCommit;

    ShopWriter(ConnectionConfig source, WriterPlan plan, ShopChoice choice, WriterCounts counts, CountDownLatch stop) {
        this.source = source;
        this.plan = plan;
        this.choice = choice;
        this.counts = counts;
        this.stop = stop;
    }

    @Override
    public void run() {
        long lastGood = System.nanoTime();
        while (running()) {
            try (Connection connection = DatabaseSession.open(source, "shop writer")) {
                connection.setAutoCommit(false);
                lastGood = System.nanoTime();
                write(connection);
            } catch (SQLException e) {
                lastGood = Math.max(lastGood, lastCommit);
                if (!mayReconnect(e, lastGood)) {
                    throw failure(e);
                }
                counts.addReconnect();
                pause(RECONNECT_STEP);
            }
        }
    }

    private void write(Connection connection) throws SQLException {
        long gap = plan.perSecond() == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / plan.perSecond();
        long next = System.nanoTime();
        while (running()) {
            transaction(connection);
            lastCommit = System.nanoTime();
            next = Math.max(next + gap, lastCommit - TimeUnit.SECONDS.toNanos(1));
            pause(Duration.ofNanos(Math.max(0, next - lastCommit)));
        }
    }

    private void transaction(Connection connection) throws SQLException {
        Random random = choice.random();
        Map<Kind, Integer> changed = new EnumMap<>(Kind.class);
        try {
            int changes = 1 + random.nextInt(6);
            for (int i = 0; i < changes; i++) {
                change(connection, changed);
            }
            if (random.nextInt(10) == 0) {
                pause(Duration.ofNanos((long) (plan.longestHold().toNanos() * random.nextDouble())));
            }
            if (random.nextInt(20) == 0) {
                connection.rollback();
                counts.addRolledBack();
            } else {
                connection.commit();
                counts.addCommitted(changed);
            }
        } catch (SQLException e) {
            if (!sqlState(e).startsWith("40")) {
                throw e;
            }
            connection.rollback();
            counts.addConflict();
        }
    }

    /** One change in eight is made under a savepoint, and half of those are taken back. */
    private void change(Connection connection, Map<Kind, Integer> changed) throws SQLException {
        Random random = choice.random();
        ShopChange change = choice.next();
        if (random.nextInt(8) != 0) {
            changed.merge(change.kind(), change.apply(connection, choice.draw()), Integer::sum);
            return;
        }
        Savepoint savepoint = connection.setSavepoint();
        int rows = change.apply(connection, choice.draw());
        if (random.nextBoolean()) {
            connection.rollback(savepoint);
            counts.addSavepointRolledBack();
        } else {
            connection.releaseSavepoint(savepoint);
            changed.merge(change.kind(), rows, Integer::sum);
        }
    }

    private boolean mayReconnect(SQLException e, long lastGood) {
        String state = sqlState(e);
        boolean gone = state.startsWith("08") || state.startsWith("57P");
        return plan.surviveRestarts() && gone && System.nanoTime() - lastGood < RECONNECT_LIMIT.toNanos();
    }

    private boolean running() {
        return stop.getCount() > 0 && !Thread.currentThread().isInterrupted();
    }

    /** Ends early when the writer is told to stop. */
    private void pause(Duration time) {
        try {
            boolean stopped = stop.await(time.toNanos(), TimeUnit.NANOSECONDS);
            if (stopped) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String sqlState(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    /** Without the server's message, which may hold a row's values (R11). */
    private static IllegalStateException failure(SQLException e) {
        return new IllegalStateException("a writer of the shop failed with SQLSTATE " + sqlState(e));
    }
}

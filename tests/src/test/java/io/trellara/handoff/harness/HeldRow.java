package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A row of a MySQL that an open transaction holds, so that whoever writes it stands in the middle of a transaction of
 * its own. One thread.
 */
public final class HeldRow implements AutoCloseable {
    private static final long LIMIT_MINUTES = 1;

    /** By transactions: a new row's lock is written down by the thread that waits for it. */
    private static final String WAITERS = "SELECT COUNT(*) FROM performance_schema.data_lock_waits"
            + " WHERE BLOCKING_ENGINE_TRANSACTION_ID = (SELECT trx_id FROM information_schema.innodb_trx"
            + " WHERE trx_mysql_thread_id = CONNECTION_ID())";

    private final Connection session;

    private HeldRow(Connection session) {
        this.session = session;
    }

    /** Holds what this statement writes, until it is let go; nothing of it is ever committed. */
    public static HeldRow by(ConnectionConfig database, String statement) throws SQLException {
        Connection session = TestServer.open(database);
        session.setAutoCommit(false);
        try (Statement writes = session.createStatement()) {
            writes.execute(statement);
        }
        return new HeldRow(session);
    }

    /** Waits until a writer stands before it; fails where the job ends first. */
    public void awaitWaiter(RunningJob job) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
        try (Statement statement = session.createStatement()) {
            while (!waited(statement)) {
                if (!job.isAlive() || System.nanoTime() > deadline) {
                    throw new AssertionError("nobody waits for the held row: " + job);
                }
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private static boolean waited(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(WAITERS)) {
            row.next();
            return row.getInt(1) > 0;
        }
    }

    /** Lets it go as it was. */
    public void release() throws SQLException {
        session.rollback();
    }

    /** Lets it go; its server may be gone. */
    @Override
    public void close() throws SQLException {
        session.abort(Runnable::run); // a plain close would want a rollback of a server that is gone
    }
}

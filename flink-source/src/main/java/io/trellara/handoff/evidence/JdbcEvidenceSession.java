package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the evidence store, opened when needed and again after a transient failure, four times at most
 * within about three seconds. Transactions from one thread; {@link #close} from any: it breaks the connection.
 */
final class JdbcEvidenceSession implements AutoCloseable {
    /** One transaction's work; repeated as a whole after a transient failure. */
    @FunctionalInterface
    interface Work<T> {
        T run(JdbcEvidenceConnection connection) throws SQLException;
    }

    private static final long[] PAUSES_MILLIS = {100, 500, 2_000};

    private final ConnectionConfig database;
    private final String application;
    private volatile @Nullable JdbcEvidenceConnection connection;
    private volatile boolean closed;

    JdbcEvidenceSession(ConnectionConfig database, String application) {
        this.database = database;
        this.application = application;
    }

    /** Runs {@code work} in a transaction; what returns is committed. */
    <T> T transaction(Work<T> work) {
        for (int attempt = 0; ; attempt++) {
            try {
                JdbcEvidenceConnection open = connected();
                T result = work.run(open);
                open.jdbc().commit();
                return result;
            } catch (SQLException e) {
                abandon();
                if (closed || attempt >= PAUSES_MILLIS.length || !passes(e)) {
                    throw JdbcEvidenceFailures.translate(e, database);
                }
                pause(PAUSES_MILLIS[attempt]);
            } catch (RuntimeException e) {
                rollback();
                throw e;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        abandon();
    }

    private JdbcEvidenceConnection connected() throws SQLException {
        JdbcEvidenceConnection open = connection;
        if (open == null) {
            open = JdbcEvidenceOpening.open(database, application);
            connection = open;
        }
        if (closed) {
            abandon();
            throw new SQLException("closed", "08003");
        }
        return open;
    }

    private boolean passes(SQLException failure) {
        return JdbcEvidenceMeaning.of(database.kind(), failure) == JdbcEvidenceMeaning.TRANSIENT;
    }

    private void rollback() {
        JdbcEvidenceConnection open = connection;
        try {
            if (open != null) {
                open.jdbc().rollback();
            }
        } catch (SQLException e) {
            abandon();
        }
    }

    /** Nothing of a failed transaction is worth keeping: the server rolls back when the connection ends. */
    private void abandon() {
        JdbcEvidenceConnection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.jdbc().abort(Runnable::run);
            } catch (SQLException e) {
                // it is gone already, which is what was wanted
                return;
            }
        }
    }

    private static void pause(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            LockSupport.parkNanos(left);
        }
    }
}

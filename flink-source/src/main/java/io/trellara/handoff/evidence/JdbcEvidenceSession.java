package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
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

    /** Both kinds of database understand it; at the beginning of a transaction. */
    static final String ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

    private static final long[] PAUSES_MILLIS = {100, 500, 2_000};

    private final ConnectionConfig database;
    private final String application;
    private volatile @Nullable JdbcEvidenceConnection connection;
    private volatile boolean closed;
    private @Nullable JdbcEvidenceConnection moment;

    JdbcEvidenceSession(ConnectionConfig database, String application) {
        this.database = database;
        this.application = application;
    }

    /** Runs {@code work} in a transaction, or in that of the moment; what returns is committed. */
    <T> T transaction(Work<T> work) {
        JdbcEvidenceConnection within = moment;
        return within == null ? ownTransaction(work) : part(within, work);
    }

    /** All transactions within {@code reading} are one, as of one moment; nothing can be written in it. */
    <T> T atOneMoment(Supplier<T> reading) {
        return ownTransaction(open -> {
            try (Statement setting = open.jdbc().createStatement()) {
                setting.execute(ONE_MOMENT);
            }
            moment = open;
            try {
                return reading.get();
            } catch (BrokenPart broken) {
                throw broken.failure;
            } finally {
                moment = null;
            }
        });
    }

    private static <T> T part(JdbcEvidenceConnection within, Work<T> work) {
        try {
            return work.run(within);
        } catch (SQLException e) {
            throw new BrokenPart(e);
        }
    }

    /** Takes a part's failure to the whole, which is tried again. */
    private static final class BrokenPart extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final SQLException failure;

        BrokenPart(SQLException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    private <T> T ownTransaction(Work<T> work) {
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

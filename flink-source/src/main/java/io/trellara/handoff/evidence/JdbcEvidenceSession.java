package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
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
        T run(Connection connection) throws SQLException;
    }

    private static final long[] PAUSES_MILLIS = {100, 500, 2_000};

    private final ConnectionConfig database;
    private final String application;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;

    JdbcEvidenceSession(ConnectionConfig database, String application) {
        this.database = database;
        this.application = application;
    }

    /** Runs {@code work} in a transaction; what returns is committed. */
    <T> T transaction(Work<T> work) {
        for (int attempt = 0; ; attempt++) {
            try {
                Connection open = connected();
                T result = work.run(open);
                open.commit();
                return result;
            } catch (SQLException e) {
                abandon();
                if (closed || attempt >= PAUSES_MILLIS.length || !JdbcEvidenceFailures.isTransient(e)) {
                    throw JdbcEvidenceFailures.translate(e, "evidence " + database.url());
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

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = connect(database, application);
            connection = open;
        }
        if (closed) {
            abandon();
            throw new SQLException("closed", "08003");
        }
        return open;
    }

    private void rollback() {
        Connection open = connection;
        try {
            if (open != null) {
                open.rollback();
            }
        } catch (SQLException e) {
            abandon();
        }
    }

    /** Nothing of a failed transaction is worth keeping: the server rolls back when the connection ends. */
    private void abandon() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.abort(Runnable::run);
            } catch (SQLException e) {
                // it is gone already, which is what was wanted
                return;
            }
        }
    }

    private static Connection connect(ConnectionConfig database, String application) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", database.username());
        properties.setProperty("password", database.password());
        properties.setProperty("ApplicationName", application);
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "60");
        properties.setProperty("tcpKeepAlive", "true");
        Connection open = new org.postgresql.Driver().connect(database.url(), properties);
        if (open == null) {
            throw new SQLException("not a PostgreSQL URL", "08001");
        }
        try (Statement statement = open.createStatement()) {
            statement.execute("SET lock_timeout = '20s'");
            statement.execute("SET statement_timeout = '50s'");
            // evidence that a crash of its server can take back is none
            statement.execute("SELECT pg_catalog.set_config('synchronous_commit', 'on', false)"
                    + " WHERE pg_catalog.current_setting('synchronous_commit') = 'off'");
            open.setAutoCommit(false);
            return open;
        } catch (SQLException e) {
            open.close();
            throw e;
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

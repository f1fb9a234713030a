package io.trellara.handoff.sink;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.model.RunKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Properties;
import org.apache.flink.connector.jdbc.datasource.connections.JdbcConnectionProvider;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * The Flink JDBC connector's door to a connection, opened by the driver itself: {@code DriverManager}, which the
 * connector's own provider asks, sees only drivers of its own class loader. Every session has the settings under which
 * cells are text (design §9). One thread; holds at most one connection.
 */
public final class TargetConnections implements JdbcConnectionProvider {
    private static final long serialVersionUID = 1;
    private static final int CHECK_SECONDS = 10;
    private static final int NAME_BYTES = 63;

    /**
     * After the start, not in its options, where the driver's own TimeZone would win. Plans: staging tables have no
     * statistics and their keys are looked up one by one in the target's index, so nothing else may be tried.
     */
    private static final String SETTINGS = """
            SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 3;
            SET bytea_output = 'hex'; SET standard_conforming_strings = on; SET search_path = pg_catalog, pg_temp;
            SET idle_in_transaction_session_timeout = 0; SET idle_session_timeout = 0; SET statement_timeout = 0;
            SET lock_timeout = '30s'; SET row_security = off; SET default_transaction_isolation = 'read committed';
            SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6;
            SET default_transaction_read_only = off; SET temp_buffers = '32MB'; SET jit = off;
            SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off""";

    private final ConnectionConfig target;
    private final String applicationName;
    private transient @Nullable Connection connection;

    public TargetConnections(ConnectionConfig target, RunKey run, String role) {
        this.target = target;
        this.applicationName = applicationName(role, run);
    }

    /**
     * The name under which the server lists sessions of that role. The run's key is cut to what the server keeps; the
     * digest behind it tells runs apart, since sessions are ended by this name (R6).
     */
    static String applicationName(String role, RunKey run) {
        String name = ("trellara-handoff " + role + " " + run).replaceAll("[^\\x20-\\x7e]", "?");
        String digest = " " + digest(run);
        return name.substring(0, Math.min(name.length(), NAME_BYTES - digest.length())) + digest;
    }

    /** 48 bits of a key's SHA-256 in hex; its parts are set apart by what no name holds. */
    private static String digest(RunKey run) {
        String key = String.join("\0", run.sourceId(), run.datasetId(), run.runId());
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Where connections go, without password. */
    public String place() {
        return target.toString();
    }

    @Override
    public @Nullable Connection getConnection() {
        return connection;
    }

    @Override
    public boolean isConnectionValid() throws SQLException {
        return connection != null && connection.isValid(CHECK_SECONDS);
    }

    @Override
    public Connection getOrEstablishConnection() throws SQLException {
        Connection present = connection;
        if (present == null || present.isClosed()) {
            present = open();
            connection = present;
        }
        return present;
    }

    @Override
    public Connection reestablishConnection() throws SQLException {
        closeConnection();
        return getOrEstablishConnection();
    }

    /** Breaks the connection at once; an open transaction is rolled back by the server. */
    @Override
    public void closeConnection() {
        Connection present = connection;
        connection = null;
        if (present != null) {
            try {
                present.abort(Runnable::run);
            } catch (SQLException e) {
                // Nothing of the session is wanted any more; the server ends it when the socket is gone.
            }
        }
    }

    @Override
    public void close() {
        closeConnection();
    }

    private Connection open() throws SQLException {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, target.username());
        PGProperty.PASSWORD.set(properties, target.password());
        PGProperty.APPLICATION_NAME.set(properties, applicationName);
        PGProperty.STRING_TYPE.set(properties, "unspecified");
        PGProperty.CONNECT_TIMEOUT.set(properties, 10);
        PGProperty.LOGIN_TIMEOUT.set(properties, 20);
        PGProperty.SOCKET_TIMEOUT.set(properties, 180);
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        Connection opened = new Driver().connect(target.url(), properties);
        if (opened == null) {
            throw new SQLException("not a PostgreSQL URL", "08001");
        }
        try (Statement statement = opened.createStatement()) {
            statement.execute(SETTINGS);
        } catch (SQLException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }
}

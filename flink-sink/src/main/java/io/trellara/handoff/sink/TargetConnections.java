package io.trellara.handoff.sink;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.model.RunKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import org.apache.flink.connector.jdbc.datasource.connections.JdbcConnectionProvider;
import org.jspecify.annotations.Nullable;

/**
 * The Flink JDBC connector's door to a connection, opened by the driver itself: {@code DriverManager}, which the
 * connector's own provider asks, sees only drivers of its own class loader. Every session has the settings under which
 * cells are text (design §9). One thread; holds at most one connection.
 */
public final class TargetConnections implements JdbcConnectionProvider {
    private static final long serialVersionUID = 1;
    private static final int CHECK_SECONDS = 10;
    private static final int NAME_BYTES = 63;

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
        return switch (target.kind()) {
            case POSTGRESQL -> PostgresOpening.open(target, applicationName);
            case MYSQL -> MysqlOpening.open(target, applicationName);
        };
    }
}

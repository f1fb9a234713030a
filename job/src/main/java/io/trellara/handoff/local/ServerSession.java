package io.trellara.handoff.local;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/** Opens a session without the driver registry. */
public final class ServerSession {
    private ServerSession() {}

    /** A session with auto-commit. */
    public static Connection open(ConnectionConfig server, String applicationName) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", server.password());
        properties.setProperty("ApplicationName", applicationName);
        properties.setProperty("tcpKeepAlive", "true");
        @Nullable Connection connection = new Driver().connect(server.url(), properties);
        if (connection == null) {
            throw new SQLException("not a PostgreSQL URL", "08001");
        }
        return connection;
    }
}

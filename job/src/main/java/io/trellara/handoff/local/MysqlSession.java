package io.trellara.handoff.local;

import com.mysql.cj.jdbc.Driver;
import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Opens a session at a MySQL server of our own, without the driver registry and without TLS. */
public final class MysqlSession {
    private MysqlSession() {}

    /** A session with auto-commit. */
    public static Connection open(ConnectionConfig server, String applicationName) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", server.password());
        properties.setProperty("connectionAttributes", "program_name:" + applicationName);
        properties.setProperty("sslMode", "DISABLED");
        properties.setProperty("allowPublicKeyRetrieval", "true");
        @Nullable Connection connection = new Driver().connect(server.url(), properties);
        if (connection == null) {
            throw new SQLException("not a MySQL URL", "08001");
        }
        return connection;
    }
}

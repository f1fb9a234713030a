package io.trellara.handoff.local;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.SQLException;

/** Opens a session at a database of either kind. */
public final class DatabaseSession {
    private DatabaseSession() {}

    /** A session with auto-commit. */
    public static Connection open(ConnectionConfig server, String applicationName) throws SQLException {
        return switch (server.kind()) {
            case POSTGRESQL -> ServerSession.open(server, applicationName);
            case MYSQL -> MysqlSession.open(server, applicationName);
        };
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The server that a target is at.
 *
 * @param identity PostgreSQL's system identifier, or MySQL's {@code server_uuid}
 * @param version as the server says it
 */
public record TargetServer(String identity, String version) {
    private static final String POSTGRESQL =
            "SELECT CAST((SELECT system_identifier FROM pg_catalog.pg_control_system())"
                    + " AS text), pg_catalog.current_setting('server_version')";
    private static final String MYSQL = "SELECT @@GLOBAL.server_uuid, @@GLOBAL.version";

    static TargetServer read(Connection connection, DatabaseKind kind) throws SQLException {
        String sql = switch (kind) {
            case POSTGRESQL -> POSTGRESQL;
            case MYSQL -> MYSQL;
        };
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new TargetServer(row.getString(1), row.getString(2));
        }
    }
}

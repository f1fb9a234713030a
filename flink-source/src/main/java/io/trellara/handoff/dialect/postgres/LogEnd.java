package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * How far a server's log can be sent: on a primary to where it is on disk, on a standby to where it was replayed. A
 * walsender sends nothing beyond it.
 */
final class LogEnd {
    static final String QUERY = "SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()"
            + " ELSE pg_current_wal_flush_lsn() END)::text";

    private LogEnd() {}

    static Lsn read(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            row.next();
            return Lsn.parse(row.getString(1));
        }
    }
}

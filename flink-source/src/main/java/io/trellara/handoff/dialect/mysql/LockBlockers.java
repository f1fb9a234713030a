package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Optional;

/** Names who holds up a lock on tables of ours: connection, lock and age; no values. Each read on its own session. */
final class LockBlockers {
    private static final int CONCEALED = 1142;

    private final MysqlSessions sessions;

    LockBlockers(MysqlSessions sessions) {
        this.sessions = sessions;
    }

    /**
     * The session that has written to one of them longest ago and not ended since.
     *
     * @param ours the waiting session's connection id
     */
    Optional<String> of(Collection<Relation> relations, long ours) {
        return sessions.ask("asking who holds locks", session -> holder(session, relations, ours));
    }

    private static Optional<String> holder(Connection session, Collection<Relation> relations, long ours)
            throws SQLException {
        // A prepared XA transaction whose client is gone has no thread any more; its locks stay.
        String sql = "SELECT m.object_schema, m.object_name, m.lock_type, coalesce(t.processlist_id, 0),"
                + " coalesce(t.processlist_time, 0), (SELECT count(*) FROM performance_schema.metadata_locks p"
                + " WHERE p.object_type = 'TABLE' AND p.lock_status = 'PENDING')"
                + " FROM performance_schema.metadata_locks m"
                + " LEFT JOIN performance_schema.threads t ON t.thread_id = m.owner_thread_id"
                + " WHERE m.object_type = 'TABLE' AND m.lock_status = 'GRANTED'"
                + " AND m.lock_type NOT IN ('SHARED_READ', 'SHARED_READ_ONLY', 'SHARED', 'SHARED_HIGH_PRIO')"
                + " AND (m.object_schema, m.object_name) IN " + MysqlText.pairs(relations)
                + " AND coalesce(t.processlist_id, 0) <> " + ours
                + " ORDER BY t.processlist_id IS NULL DESC, t.processlist_time DESC LIMIT 1";
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? Optional.of(text(row)) : Optional.empty();
        } catch (SQLException e) {
            if (e.getErrorCode() == CONCEALED) {
                return Optional.of("a session that cannot be named without SELECT on performance_schema");
            }
            throw e;
        }
    }

    private static String text(ResultSet row) throws SQLException {
        String table = row.getString(1) + "." + row.getString(2);
        long connection = row.getLong(4);
        String who = connection == 0
                ? "a transaction without a session (a prepared XA transaction: XA RECOVER names it)"
                : "connection " + connection + " (" + row.getLong(5) + " s since its last statement began)";
        return who + " with a lock " + row.getString(3) + " on " + table;
    }
}

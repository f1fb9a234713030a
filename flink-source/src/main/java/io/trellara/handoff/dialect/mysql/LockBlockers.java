package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.WaitHolder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** Names who holds up a lock on tables of ours: connection, lock and age; no values. Each read on its own session. */
final class LockBlockers {
    private static final int CONCEALED = 1142;
    private static final int NO_PROCESS = 1227;

    private final MysqlSessions sessions;

    LockBlockers(MysqlSessions sessions) {
        this.sessions = sessions;
    }

    /**
     * The session that has written to one of them longest ago and not ended since.
     *
     * @param ours the waiting session's connection id
     */
    Optional<WaitHolder> of(Collection<Relation> relations, long ours) {
        return sessions.ask("asking who holds locks", session -> holder(session, relations, ours));
    }

    private static Optional<WaitHolder> holder(Connection session, Collection<Relation> relations, long ours)
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
            return row.next() ? Optional.of(named(session, row)) : Optional.empty();
        } catch (SQLException e) {
            if (e.getErrorCode() == CONCEALED) {
                return Optional.of(
                        WaitHolder.unnamed("a session that cannot be named without SELECT on performance_schema"));
            }
            throw e;
        }
    }

    private static WaitHolder named(Connection session, ResultSet row) throws SQLException {
        String lock = " with a lock " + row.getString(3) + " on " + row.getString(1) + "." + row.getString(2);
        long connection = row.getLong(4);
        if (connection == 0) {
            return WaitHolder.unnamed(
                    "a transaction without a session (a prepared XA transaction: XA RECOVER names it)" + lock);
        }
        WaitHolder idle =
                WaitHolder.session("connection " + connection + lock, connection, Duration.ofSeconds(row.getLong(5)));
        return transaction(session, idle);
    }

    /**
     * The table has the server's own time zone, whatever the session's is. With its transaction, where it has one and
     * the server lets us see it: that takes PROCESS.
     */
    private static WaitHolder transaction(Connection session, WaitHolder holder) throws SQLException {
        String sql =
                "SELECT trx_id, timestampdiff(MICROSECOND, trx_started, convert_tz(utc_timestamp(6), '+00:00', 'SYSTEM')) DIV 1000"
                        + " FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = " + holder.pid()
                        + " LIMIT 1";
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next()
                    ? new WaitHolder(
                            "transaction " + row.getString(1) + " of " + holder.who(),
                            holder.pid(),
                            row.getString(1),
                            Math.max(0, row.getLong(2)))
                    : holder;
        } catch (SQLException e) {
            if (e.getErrorCode() == NO_PROCESS) {
                return holder;
            }
            throw e;
        }
    }
}

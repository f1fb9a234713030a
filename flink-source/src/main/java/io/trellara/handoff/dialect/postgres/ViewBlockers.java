package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.WaitHolder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Names what an exporting session waits for, and who waits behind our readers: pid, xid and age, never a query. */
final class ViewBlockers {
    /** Slot creation waits for one transaction after the other by its id lock; a prepared one has no session. */
    private static final String BLOCKER = """
            SELECT w.transactionid::text, h.pid, round(extract(epoch FROM clock_timestamp()
                       - coalesce(p.prepared, a.xact_start, w.waitstart)))::bigint, coalesce(a.wait_event, '')
            FROM pg_locks w
            LEFT JOIN pg_locks h ON h.locktype = 'transactionid' AND h.transactionid = w.transactionid AND h.granted
            LEFT JOIN pg_stat_activity a ON a.pid = h.pid
            LEFT JOIN pg_prepared_xacts p ON p.transaction = w.transactionid
            WHERE w.pid = ? AND w.locktype = 'transactionid' AND NOT w.granted LIMIT 1""";

    private static final String WAITING = """
            SELECT w.pid, round(extract(epoch FROM clock_timestamp() - min(w.waitstart)) * 1000)::bigint, min(o.pid)
            FROM pg_locks w
            CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) AS b(pid)
            JOIN pg_stat_activity o ON o.pid = b.pid AND o.application_name = ? AND o.usename = current_user
            WHERE NOT w.granted AND w.waitstart < clock_timestamp() - ? * interval '1 millisecond'
            GROUP BY w.pid ORDER BY 2 DESC LIMIT 1""";

    private ViewBlockers() {}

    /** The transaction that the session with that pid waits for; empty when it waits for none. */
    static Optional<WaitHolder> of(Connection watch, int pid) throws SQLException {
        try (PreparedStatement query = watch.prepareStatement(BLOCKER)) {
            query.setInt(1, pid);
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                int holder = row.getInt(2);
                String who = row.wasNull() ? "a prepared transaction" : "session " + holder;
                String event = row.getString(4).equals("SyncRep") ? ", waiting for a synchronous standby" : "";
                String xid = row.getString(1);
                return Optional.of(new WaitHolder(
                        "transaction " + xid + " of " + who + event, holder, xid, row.getLong(3) * 1000));
            }
        }
    }

    /** A session that has waited behind a reader of that name for longer than {@code millis}; empty when none. */
    static Optional<String> behind(Connection watch, String readers, long millis) throws SQLException {
        try (PreparedStatement query = watch.prepareStatement(WAITING)) {
            query.setString(1, readers);
            query.setLong(2, millis);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of("session " + row.getInt(1) + " has waited " + row.getLong(2)
                                + " ms behind our session " + row.getInt(3))
                        : Optional.empty();
            }
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.GtidSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** What the server counts as executed: it may lag what it has sent to a stream (design §5). */
final class ExecutedGtids {
    /** Below the limit on answers of a session for short questions. */
    private static final long MOST_SECONDS = 30;

    private ExecutedGtids() {}

    static GtidSet read(Connection session) throws SQLException {
        return value(session, "SELECT @@GLOBAL.gtid_executed");
    }

    static GtidSet purged(Connection session) throws SQLException {
        return value(session, "SELECT @@GLOBAL.gtid_purged");
    }

    /** Whether transactions count as executed in the order in which the binary log has them. */
    static boolean inLogOrder(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.binlog_order_commits")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static GtidSet value(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return GtidSet.parse(row.getString(1));
        }
    }

    /**
     * Waits until everything in {@code wanted} counts as executed.
     *
     * @throws HandoffException VIEW_TIMEOUT where it does not in time: a lagging replica, or a server that has lost it
     */
    static void await(Connection session, GtidSet wanted, Duration limit) throws SQLException {
        if (wanted.isEmpty() || read(session).covers(wanted)) {
            return;
        }
        long seconds = Math.max(1, Math.min(MOST_SECONDS, limit.toSeconds()));
        try (PreparedStatement question = session.prepareStatement("SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?)")) {
            question.setString(1, wanted.toString());
            question.setLong(2, seconds);
            try (ResultSet row = question.executeQuery()) {
                row.next();
                if (row.getInt(1) != 0) {
                    throw new HandoffException(new Finding(
                            ErrorCode.VIEW_TIMEOUT,
                            "source server",
                            "transactions of the run's position not executed there within " + seconds + " s",
                            "a server that has executed all that was streamed from it",
                            "see whether it is a replica that lags, or was restored from a backup; in the second case"
                                    + " start a new run"));
                }
            }
        }
    }
}

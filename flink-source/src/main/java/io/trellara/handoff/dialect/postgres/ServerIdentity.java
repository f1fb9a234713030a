package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Identity;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Which server answers (R8), and which of its lives it is in. */
final class ServerIdentity {
    private static final String IDENTITY = """
            SELECT (SELECT system_identifier FROM pg_control_system()),
                   CASE WHEN pg_is_in_recovery() THEN (SELECT timeline_id FROM pg_control_checkpoint())
                        ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int END,
                   current_database(), current_setting('server_version_num')::int""";

    private static final String LIFE =
            "SELECT pg_postmaster_start_time() || CASE WHEN pg_is_in_recovery() THEN ' standby' ELSE ' primary' END";

    private ServerIdentity() {}

    /** The binding of R8. On a primary the timeline is the log's own: the checkpoint's lags behind a promotion. */
    static Identity read(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = one(statement, IDENTITY)) {
            return new Identity(row.getString(1), row.getInt(2), row.getString(3), row.getInt(4));
        }
    }

    /**
     * Requires the server behind {@code session} to be the one that the run is bound to (R8).
     *
     * @param identity the run's source, {@code Identity.text()}
     * @throws HandoffException SOURCE_CHANGED; SOURCE_PROMOTED where it may be that one's promoted standby, which is
     *     judged when the run starts again
     */
    static void require(Connection session, String identity) throws SQLException {
        Identity answering = read(session);
        String now = answering.text();
        if (answering.isLaterTimelineOf(Identity.parse(identity))) {
            throw new HandoffException(new Finding(
                    ErrorCode.SOURCE_PROMOTED,
                    "source server",
                    "source " + now,
                    "source " + identity + ", to which the run is bound",
                    "nothing: the run starts again, and then judges whether it may follow"));
        }
        if (!now.equals(identity)) {
            throw new HandoffException(new Finding(
                    ErrorCode.SOURCE_CHANGED,
                    "source server",
                    "source " + now,
                    "source " + identity + ", to which the run is bound",
                    "point the run at that server, or start a new run"));
        }
    }

    /**
     * Identity, start of the postmaster and role, as text: equal on all connections of one view (design §15), different
     * at another server and after a restart, a crash or a promotion.
     */
    static String life(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = one(statement, LIFE)) {
            return read(session).text() + " since " + row.getString(1);
        }
    }

    private static ResultSet one(Statement statement, String sql) throws SQLException {
        ResultSet row = statement.executeQuery(sql);
        if (!row.next()) {
            throw HandoffException.bug("source server", "no row from an aggregate-free SELECT", "one row");
        }
        return row;
    }
}

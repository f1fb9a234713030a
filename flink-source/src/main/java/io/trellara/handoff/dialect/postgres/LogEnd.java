package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * How far a server's log can be sent: on a primary to where it is on disk, on a standby to where it was replayed. A
 * walsender sends nothing beyond it.
 */
final class LogEnd {
    static final String QUERY = "SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()"
            + " ELSE pg_current_wal_flush_lsn() END)::text";

    /** Where the last record ends, how long a page and a segment are; nothing on a standby. */
    private static final String WRITTEN = "SELECT pg_current_wal_insert_lsn()::text,"
            + " current_setting('wal_block_size')::bigint,"
            + " (SELECT setting::bigint FROM pg_settings WHERE name = 'wal_segment_size')"
            + " WHERE NOT pg_is_in_recovery()";

    /** Of a page, and of the first one of a segment. */
    private static final int SHORT_HEADER = 24;

    private static final int LONG_HEADER = 40;

    private LogEnd() {}

    /**
     * Covers what any session could see by now. With {@code synchronous_commit = off} a transaction is visible before
     * it is on disk, where the server brings it within three times {@code wal_writer_delay}: waits for that, since a
     * walsender sends nothing before. What a standby shows was replayed.
     */
    static Lsn visible(Connection session, Deadline deadline) throws SQLException {
        Optional<Lsn> written = written(session);
        Lsn end = read(session);
        while (written.isPresent() && !end.covers(written.get())) {
            if (deadline.passed()) {
                throw new HandoffException(new Finding(
                        ErrorCode.STREAM_FAILED,
                        "source server",
                        "a log on disk up to " + end + " after " + deadline.elapsedMillis() + " ms",
                        "all that was visible, up to " + written.get(),
                        "look at the server's disk, then verify again"));
            }
            deadline.pause("the source's log to be on disk");
            end = read(session);
        }
        return written.orElse(end);
    }

    private static Optional<Lsn> written(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(WRITTEN)) {
            return row.next()
                    ? Optional.of(lastEnd(Lsn.parse(row.getString(1)), row.getLong(2), row.getLong(3)))
                    : Optional.empty();
        }
    }

    /**
     * The end of the last record. The server tells where the next one will begin, which lies behind a page's header
     * where the last one has filled its page: on disk the log ends before that header. No record ends just there.
     */
    static Lsn lastEnd(Lsn next, long page, long segment) {
        int header = next.value() % segment < page ? LONG_HEADER : SHORT_HEADER;
        return next.value() % page == header ? new Lsn(next.value() - header) : next;
    }

    static Lsn read(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            row.next();
            return Lsn.parse(row.getString(1));
        }
    }
}

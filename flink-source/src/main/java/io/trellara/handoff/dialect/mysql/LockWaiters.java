package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees who waits behind the metadata locks of readers' views (R12): a statement that alters a relation, and all that
 * queue behind it. Keeps one session for that. One thread; close from any.
 */
final class LockWaiters implements OwnView.Watch {
    private static final Logger LOG = LoggerFactory.getLogger(LockWaiters.class);

    /** SELECT on performance_schema is missing. */
    private static final int CONCEALED = 1142;

    /** So many looks in a row may fail. */
    private static final int FAILURES = 10;

    private final MysqlSessions sessions;
    private final long patienceSeconds;
    private volatile @Nullable Connection session;
    private volatile boolean closed;
    private boolean concealed;
    private int failures;

    LockWaiters(MysqlSessions sessions, Duration patience) {
        this.sessions = sessions;
        this.patienceSeconds = Math.max(1, patience.toSeconds());
    }

    @Override
    public Optional<String> blockedSession(Collection<ViewTicket> views) {
        return behind(views.stream()
                .map(view -> Integer.toUnsignedString(view.session()))
                .collect(Collectors.joining(", ")));
    }

    /** The same behind the sessions that the server lists under that name. */
    Optional<String> blockedSession(String programName) {
        return behind("SELECT processlist_id FROM performance_schema.session_connect_attrs"
                + " WHERE attr_name = 'program_name' AND attr_value = " + MysqlText.literal(programName));
    }

    /** @param ours connections of ours, as SQL */
    private Optional<String> behind(String ours) {
        if (closed || concealed) {
            return Optional.empty();
        }
        try {
            Optional<String> waiting = ask(ours);
            failures = 0;
            return waiting;
        } catch (SQLException e) {
            if (e.getErrorCode() == CONCEALED) {
                LOG.warn("who waits behind our views is not seen: SELECT on performance_schema is missing");
                concealed = true;
                return Optional.empty();
            }
            end();
            failures++;
            if (closed || failures < FAILURES) {
                return Optional.empty(); // the views themselves are well; asked again at the next look
            }
            throw MysqlFailure.of(
                    ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), "asking who waits behind our views", e);
        }
    }

    private Optional<String> ask(String ours) throws SQLException {
        String sql = "SELECT w.processlist_id, w.processlist_time, h.processlist_id"
                + " FROM performance_schema.metadata_locks p"
                + " JOIN performance_schema.threads w ON w.thread_id = p.owner_thread_id"
                + " JOIN performance_schema.metadata_locks g ON g.object_type = p.object_type"
                + " AND g.object_schema = p.object_schema AND g.object_name = p.object_name"
                + " AND g.lock_status = 'GRANTED'"
                + " JOIN performance_schema.threads h ON h.thread_id = g.owner_thread_id"
                + " WHERE p.object_type = 'TABLE' AND p.lock_status = 'PENDING'"
                + " AND w.processlist_time >= " + patienceSeconds + " AND h.processlist_id IN (" + ours + ")"
                + " ORDER BY w.processlist_time DESC LIMIT 1";
        try (Statement statement = open().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next()
                    ? Optional.of("connection " + row.getLong(1) + " has waited " + row.getLong(2)
                            + " s behind our connection " + row.getLong(3))
                    : Optional.empty();
        }
    }

    private Connection open() {
        Connection present = session;
        if (present == null) {
            present = sessions.openControl(MysqlSessions.CONTROL);
            session = present;
            if (closed) {
                end();
            }
        }
        return present;
    }

    private void end() {
        Connection present = session;
        session = null;
        if (present != null) {
            try {
                present.abort(Runnable::run); // closing would wait for a question under way
            } catch (SQLException e) {
                // It has ended in another way, which is all that was wanted.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        end();
    }
}

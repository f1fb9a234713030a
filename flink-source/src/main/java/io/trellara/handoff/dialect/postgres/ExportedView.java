package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A settled view. Its exporting session is never spoken to again, not even to ask whether it lives: the next command on
 * it would end the view. All questions go over the watching session, one at a time. Any thread; {@link #close} waits
 * for no question and breaks one under way.
 */
final class ExportedView implements View {
    private static final String EXPORTER_LIVES =
            "SELECT count(*) FROM pg_stat_activity WHERE pid = ? AND application_name = ? AND usename = current_user";

    private final PostgresSessions sessions;
    private final long ddlWaitMillis;
    private final Connection exporter;
    private final ViewTicket ticket;
    private volatile Connection watch;
    private volatile boolean closed;

    ExportedView(
            PostgresSessions sessions, SourceConfig config, Connection exporter, Connection watch, ViewTicket ticket) {
        this.sessions = sessions;
        this.ddlWaitMillis = config.limits().ddlWaitMillis();
        this.exporter = exporter;
        this.watch = watch;
        this.ticket = ticket;
    }

    @Override
    public ViewTicket ticket() {
        return ticket;
    }

    /** Its session, for whoever means to end the view by it. */
    Connection exporter() {
        return exporter;
    }

    /** @throws io.trellara.handoff.error.HandoffException SOURCE_UNREACHABLE where nobody can tell */
    @Override
    public boolean isLost() {
        return ask("asking whether a view lives", session -> {
            if (!ServerIdentity.life(session).equals(ticket.serverStart())) {
                return true;
            }
            try (PreparedStatement query = session.prepareStatement(EXPORTER_LIVES)) {
                query.setInt(1, ticket.session());
                query.setString(2, sessions.applicationName(PostgresSessions.VIEW));
                try (ResultSet row = query.executeQuery()) {
                    return !row.next() || row.getLong(1) == 0;
                }
            }
        });
    }

    @Override
    public Optional<String> blockedSession() {
        return blocked(PostgresSessions.READER);
    }

    /** The same behind sessions of that role. */
    Optional<String> blocked(String role) {
        String readers = sessions.applicationName(role);
        return ask(
                "looking for sessions behind our locks",
                session -> ViewBlockers.behind(session, readers, ddlWaitMillis));
    }

    @Override
    public void close() {
        closed = true;
        SlotCreation.closeQuietly(exporter);
        SlotCreation.closeQuietly(watch);
    }

    /** Asks once more over a new session where the watching one broke: it may be gone while the view lives. */
    private synchronized <T> T ask(String doing, PostgresSessions.Question<T> question) {
        try {
            return question.ask(watch);
        } catch (SQLException broken) {
            renewWatch();
        }
        try {
            return question.ask(watch);
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.SOURCE_QUERY_FAILED, "view", doing, e);
        }
    }

    private void renewWatch() {
        SlotCreation.closeQuietly(watch);
        if (closed) {
            throw ViewImport.lost("it was closed meanwhile");
        }
        watch = sessions.openControl(PostgresSessions.WATCH);
        if (closed) {
            SlotCreation.closeQuietly(watch); // closed while the new session was being opened
        }
    }
}

package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.dialect.WaitListener;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.model.WaitHolder;
import io.trellara.handoff.model.WaitKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Waits until every transaction that the view counts as committed is over for the server (R12). A reader that comes
 * earlier may write "aborted" into rows of the source, for ever. On a standby the running list is empty and nothing
 * waits: replay updates the commit log first.
 */
final class SnapshotSettling implements Settling {
    private final PostgresSessions sessions;

    SnapshotSettling(PostgresSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public void await(ViewTicket ticket, Connection watch, WaitListener waits, Deadline deadline) throws SQLException {
        SnapshotText view = viewSnapshot(ticket);
        SnapshotText now = present(watch);
        while (!view.settled(now)) {
            if (deadline.passed()) {
                throw new HandoffException(
                        new Finding(
                                ErrorCode.VIEW_NOT_SETTLED,
                                "view",
                                "transactions in it that are still ending after " + deadline.limitMillis() + " ms",
                                "each of them over, as an unsettled view must not be read",
                                "see whether commits wait for a synchronous standby, or raise source.view-timeout, then resume"));
            }
            waits.waiting(new Wait(
                    WaitKind.VIEW_SETTLING,
                    "the view",
                    Duration.ofMillis(deadline.elapsedMillis()),
                    WaitHolder.unnamed("transactions in it that are still ending")));
            deadline.pause("the view to settle");
            now = present(watch);
        }
    }

    /** The view's own snapshot, taken in a transaction that reads no table. */
    private SnapshotText viewSnapshot(ViewTicket ticket) throws SQLException {
        try (Connection importer = sessions.openControl(PostgresSessions.WATCH)) {
            ViewImport.begin(importer, ticket);
            return present(importer);
        }
    }

    /** The snapshot that the session has now. */
    static SnapshotText present(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_current_snapshot()::text")) {
            if (!row.next()) {
                throw HandoffException.bug("source server", "no current snapshot", "one");
            }
            return SnapshotText.parse(row.getString(1));
        }
    }
}

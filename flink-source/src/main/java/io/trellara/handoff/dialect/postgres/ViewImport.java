package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Puts a session's next transaction into a view. */
final class ViewImport {
    private ViewImport() {}

    /**
     * Begins the transaction. The server must be in the life in which the view was exported: after a restart the
     * snapshot's name could be another's.
     *
     * @throws HandoffException VIEW_LOST where the snapshot is gone or the server was restarted
     */
    static void begin(Connection session, ViewTicket ticket) throws SQLException {
        requireSameLife(session, ticket.serverStart());
        session.setAutoCommit(false);
        try (Statement statement = session.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
            statement.execute("SET TRANSACTION SNAPSHOT " + SqlText.literal(ticket.snapshot()));
        } catch (SQLException e) {
            switch (SourceFailure.state(e)) {
                // No such snapshot, or its transaction is over.
                case "22023", "42704", "55000", "58P01" -> throw lost("its snapshot is gone");
                default -> throw e;
            }
        }
    }

    static HandoffException lost(String observed) {
        return new HandoffException(new Finding(
                ErrorCode.VIEW_LOST,
                "view",
                observed,
                "an exporting session that stays until all that is read in the view is begun",
                "nothing: what is not read yet is read in a new view"));
    }

    /** Requires the server behind {@code session} to be in that life (design §15). */
    static void requireSameLife(Connection session, String life) throws SQLException {
        if (!ServerIdentity.life(session).equals(life)) {
            throw lost("another server, or this one restarted or promoted");
        }
    }
}

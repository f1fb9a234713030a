package io.trellara.handoff.verify.rows;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One side of a comparison: a session in a transaction of its own. What decides how values print is set by whoever
 * reads, whatever the session was opened with. One thread; {@link #abort} from any.
 */
public record Side(DatabaseKind kind, Connection session) implements AutoCloseable {

    /** A side as it is now: a transaction that only reads, in which everything is seen at one time. */
    public static Side open(ConnectionConfig server, String name) {
        try {
            return new Side(server.kind(), SideOpening.open(server, name));
        } catch (SQLException e) {
            throw RowsFailure.reading(server.toString(), "opening a session", e);
        }
    }

    /** Ends the transaction: what is read next is as it is then. */
    public void refresh() {
        try {
            session.rollback();
        } catch (SQLException e) {
            throw RowsFailure.reading(kind.text(), "ending a transaction", e);
        }
    }

    /** Breaks whatever is being read; any thread. */
    public void abort() {
        try {
            session.abort(Runnable::run);
        } catch (SQLException e) {
            throw RowsFailure.reading(kind.text(), "breaking a session", e);
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException e) {
            throw RowsFailure.reading(kind.text(), "closing a session", e);
        }
    }
}

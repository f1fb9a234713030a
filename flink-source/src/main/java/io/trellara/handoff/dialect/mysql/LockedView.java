package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * An open view: a transaction that reads the relations exactly as of its boundary, in a session of its own. It holds a
 * metadata lock on each, so that none is altered before it ends. No locks of its opening are left. One thread.
 */
final class LockedView implements AutoCloseable {
    private final Connection session;
    private final BinlogPosition boundary;
    private final List<Relation> relations;
    private final OwnView.Cost cost;
    private final int connectionId;

    /** @param connectionId the session's own, unsigned */
    LockedView(
            Connection session,
            int connectionId,
            BinlogPosition boundary,
            List<Relation> relations,
            OwnView.Cost cost) {
        this.session = session;
        this.connectionId = connectionId;
        this.boundary = boundary;
        this.relations = List.copyOf(relations);
        this.cost = cost;
    }

    /** The session that everything in the view is read in. */
    Connection session() {
        return session;
    }

    /** The view holds exactly the transactions that it covers, of the relations that it serves. */
    BinlogPosition boundary() {
        return boundary;
    }

    /** The relations that were locked; of others the view says nothing. */
    List<Relation> relations() {
        return relations;
    }

    OwnView.Cost cost() {
        return cost;
    }

    /** What others must know of it; {@code identity} is the server's. */
    ViewTicket ticket(String identity) {
        return new ViewTicket("", boundary, identity, connectionId);
    }

    /** Breaks whatever is under way in it, from another thread. */
    void abort() {
        try {
            session.abort(Runnable::run);
        } catch (SQLException e) {
            // As when it is closed.
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException e) {
            // It has ended in another way, which is all that was wanted.
        }
    }
}

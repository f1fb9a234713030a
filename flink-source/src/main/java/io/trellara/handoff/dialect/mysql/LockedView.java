package io.trellara.handoff.dialect.mysql;

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
    private final LockTiming timing;

    LockedView(Connection session, BinlogPosition boundary, List<Relation> relations, LockTiming timing) {
        this.session = session;
        this.boundary = boundary;
        this.relations = List.copyOf(relations);
        this.timing = timing;
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

    LockTiming timing() {
        return timing;
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

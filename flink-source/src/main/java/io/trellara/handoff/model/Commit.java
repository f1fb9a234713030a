package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names a committed transaction of the source's log. Made once for each transaction, so that asking whether a position
 * covers it costs nothing per change.
 *
 * @param place where it stands in the log's own order, compared unsigned: the commit LSN, or the binary log's number in
 *     the upper and the transaction's offset in the lower half. A server hands its log out in this order, always
 * @param gtid null where the source has no GTIDs
 */
public record Commit(long place, @Nullable Gtid gtid) implements Serializable {
    private static final long serialVersionUID = 1;

    /** No transaction. */
    public static final Commit NONE = new Commit(0, null);

    /** A transaction of PostgreSQL's log. */
    public static Commit at(long lsn) {
        return new Commit(lsn, null);
    }

    /** The GTID of a source that has them. */
    public Gtid requireGtid() {
        return Objects.requireNonNull(gtid, "a transaction without a GTID");
    }

    @Override
    public String toString() {
        Lsn at = new Lsn(place);
        return gtid == null ? at.toString() : gtid + "@" + at;
    }
}

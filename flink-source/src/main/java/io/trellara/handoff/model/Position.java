package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Optional;

/**
 * A place in the source's log, known by what it covers: a set of transactions. One source has one kind. Positions are
 * ordered in part only: of two GTID sets neither needs to cover the other, so what looks like a larger and a smaller
 * position is {@link #with} and {@link #common}. Immutable.
 */
public sealed interface Position extends Serializable permits Lsn, BinlogPosition {
    /** Whether that transaction is covered; allocates nothing. */
    boolean covers(Commit commit);

    /** Whether every transaction that {@code other} covers is covered by this too. */
    boolean covers(Position other);

    /** The smallest position that covers both. */
    Position with(Position other);

    /** The largest position that both cover. */
    Position common(Position other);

    /** The smallest position that covers this and that transaction, which is the next one of the log. */
    Position after(Commit commit);

    /**
     * Where this lies in the log's own order: every transaction whose {@link Commit#place} is below it is covered. The
     * target's ledger counts in places.
     */
    Lsn place();

    /**
     * A position that covers all of the log that lies below {@code place}: told by the place alone, or this one where
     * it reaches as far. Empty where neither is so.
     */
    Optional<Position> reaching(Lsn place);

    /** What it covers, for people: its text without what only this program needs. */
    default String shown() {
        return toString();
    }

    /** Reads the text form of either kind: that of an LSN holds no colon and is never empty. */
    static Position parse(String text) {
        return text.isEmpty() || text.indexOf(':') >= 0 || text.indexOf('@') >= 0
                ? BinlogPosition.parse(text)
                : Lsn.parse(text);
    }
}

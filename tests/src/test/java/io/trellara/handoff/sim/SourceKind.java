package io.trellara.handoff.sim;

import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;

/** Which kind of server a schedule's source is; every other seed plays the other one. */
enum SourceKind {
    /** A slot, one exported view for all readers, positions in one order. */
    POSTGRESQL,
    /** A log that is kept by age, a locked view for each reader, positions that are sets. */
    MYSQL;

    static SourceKind of(long seed) {
        return seed % 2 == 0 ? MYSQL : POSTGRESQL;
    }

    /** The seed of that number among those that play this kind, from a first one on. */
    long seed(long first, int number) {
        return first + 2L * number + (of(first) == this ? 0 : 1);
    }

    boolean mysql() {
        return this == MYSQL;
    }

    /** The position that covers nothing. */
    Position nothing() {
        return mysql() ? BinlogPosition.of(GtidSet.EMPTY) : Lsn.ZERO;
    }

    /** The scheme of its URLs. */
    String scheme() {
        return mysql() ? "mysql" : "postgresql";
    }
}

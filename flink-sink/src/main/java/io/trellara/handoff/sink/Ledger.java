package io.trellara.handoff.sink;

import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The positions that this writer's lanes have applied, as they are in {@code sink_ledger}. Read lane by lane in the
 * transaction that first touches a lane under a generation, when nobody else can move it any more (R6), and written in
 * the transaction that applies the rows. A failed transaction ends the writer, so nothing is ever taken back here.
 */
final class Ledger {
    private final RunKey run;
    private final LaneReader reader;
    private final Bookkeeping bookkeeping;
    private final Map<Integer, LedgerPosition> known = new HashMap<>();
    private final Set<Integer> moved = new TreeSet<>();

    Ledger(RunKey run, LaneReader reader, Bookkeeping bookkeeping) {
        this.run = run;
        this.reader = reader;
        this.bookkeeping = bookkeeping;
    }

    /** Reads the lanes that are not known yet. */
    void learn(Connection connection, Set<Integer> lanes) throws SQLException {
        Set<Integer> unknown = new TreeSet<>(lanes);
        unknown.removeAll(known.keySet());
        if (!unknown.isEmpty()) {
            unknown.forEach(lane -> known.put(lane, LedgerPosition.NONE));
            known.putAll(reader.read(connection, unknown));
        }
    }

    /** Whether the lane has applied that change already. */
    boolean holds(int lane, long commit, long ordinal) {
        return at(lane).holds(commit, ordinal);
    }

    /** The lane has come to there with the rows of this transaction; never moves back. */
    void move(int lane, LedgerPosition to) {
        if (to.compareTo(at(lane)) > 0) {
            known.put(lane, to);
            moved.add(lane);
        }
    }

    /** Takes what has moved since the last call. */
    Map<Integer, LedgerPosition> takeMoved() {
        Map<Integer, LedgerPosition> lanes = new TreeMap<>();
        moved.forEach(lane -> lanes.put(lane, at(lane)));
        moved.clear();
        return lanes;
    }

    /** Writes what has moved since the last call. */
    void write(Connection connection) throws SQLException {
        Map<Integer, LedgerPosition> lanes = takeMoved();
        if (!lanes.isEmpty()) {
            bookkeeping.moveLanes(connection, run, lanes);
        }
    }

    /** A new generation: another writer may have moved the lanes meanwhile. */
    void forget() {
        known.clear();
        moved.clear();
    }

    private LedgerPosition at(int lane) {
        return known.getOrDefault(lane, LedgerPosition.NONE);
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
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
    private static final String WRITE = """
            INSERT INTO trellara.sink_ledger (source_id, dataset_id, run_id, lane, position, ordinal)
            SELECT ?, ?, ?, l, p, o FROM unnest(?::int[], ?::text[], ?::bigint[]) AS moved(l, p, o)
            ON CONFLICT (source_id, dataset_id, run_id, lane)
            DO UPDATE SET position = excluded.position, ordinal = excluded.ordinal, updated_at = now()""";

    private final RunKey run;
    private final LaneReader reader;
    private final Map<Integer, LedgerPosition> known = new HashMap<>();
    private final Set<Integer> moved = new TreeSet<>();

    Ledger(RunKey run, LaneReader reader) {
        this.run = run;
        this.reader = reader;
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
        if (lanes.isEmpty()) {
            return;
        }
        Collection<LedgerPosition> positions = lanes.values();
        try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
            statement.setString(1, run.sourceId());
            statement.setString(2, run.datasetId());
            statement.setString(3, run.runId());
            statement.setArray(
                    4, connection.createArrayOf("int4", lanes.keySet().toArray()));
            statement.setArray(
                    5,
                    connection.createArrayOf(
                            "text",
                            positions.stream()
                                    .map(p -> new Lsn(p.commit()).toString())
                                    .toArray()));
            statement.setArray(
                    6,
                    connection.createArrayOf(
                            "int8",
                            positions.stream().map(LedgerPosition::ordinal).toArray()));
            statement.executeUpdate();
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

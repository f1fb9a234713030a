package io.trellara.handoff.sink;

import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** One statement each, whatever the number of rows. */
final class PostgresBookkeeping implements Bookkeeping {
    private static final String ADD = """
            INSERT INTO trellara.sink_applied AS a (source_id, dataset_id, run_id, relation, chunk, attempt, rows)
            SELECT ?, ?, ?, r, c, t, n FROM unnest(?::text[], ?::int[], ?::int[], ?::bigint[]) AS added(r, c, t, n)
            ON CONFLICT (source_id, dataset_id, run_id, relation, chunk, attempt)
            DO UPDATE SET rows = a.rows + excluded.rows""";

    private static final String MOVE = """
            INSERT INTO trellara.sink_ledger (source_id, dataset_id, run_id, lane, position, ordinal)
            SELECT ?, ?, ?, l, p, o FROM unnest(?::int[], ?::text[], ?::bigint[]) AS moved(l, p, o)
            ON CONFLICT (source_id, dataset_id, run_id, lane)
            DO UPDATE SET position = excluded.position, ordinal = excluded.ordinal, updated_at = now()""";

    @Override
    public void addApplied(Connection connection, RunKey run, Map<ChunkAttempt, Long> counts) throws SQLException {
        List<ChunkAttempt> attempts = new ArrayList<>(counts.keySet());
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            bind(statement, run);
            Object[] relations =
                    attempts.stream().map(a -> a.chunk().relation().toString()).toArray();
            Object[] chunks = attempts.stream().map(a -> a.chunk().number()).toArray();
            Object[] tries = attempts.stream().map(ChunkAttempt::attempt).toArray();
            statement.setArray(4, connection.createArrayOf("text", relations));
            statement.setArray(5, connection.createArrayOf("int4", chunks));
            statement.setArray(6, connection.createArrayOf("int4", tries));
            statement.setArray(
                    7, connection.createArrayOf("int8", counts.values().toArray()));
            statement.executeUpdate();
        }
    }

    @Override
    public void moveLanes(Connection connection, RunKey run, Map<Integer, LedgerPosition> lanes) throws SQLException {
        Collection<LedgerPosition> positions = lanes.values();
        Object[] commits =
                positions.stream().map(p -> new Lsn(p.commit()).toString()).toArray();
        Object[] ordinals = positions.stream().map(LedgerPosition::ordinal).toArray();
        try (PreparedStatement statement = connection.prepareStatement(MOVE)) {
            bind(statement, run);
            statement.setArray(
                    4, connection.createArrayOf("int4", lanes.keySet().toArray()));
            statement.setArray(5, connection.createArrayOf("text", commits));
            statement.setArray(6, connection.createArrayOf("int8", ordinals));
            statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, RunKey run) throws SQLException {
        statement.setString(1, run.sourceId());
        statement.setString(2, run.datasetId());
        statement.setString(3, run.runId());
    }
}

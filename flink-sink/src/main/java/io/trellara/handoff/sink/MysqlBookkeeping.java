package io.trellara.handoff.sink;

import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/** Row by row: a flush moves few lanes and touches few chunks. */
final class MysqlBookkeeping implements Bookkeeping {
    private static final String ADD = """
            INSERT INTO trellara.sink_applied (source_id, dataset_id, run_id, relation, chunk, attempt, `rows`)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE `rows` = `rows` + ?""";

    private static final String MOVE = """
            INSERT INTO trellara.sink_ledger (source_id, dataset_id, run_id, lane, position, ordinal)
            VALUES (?, ?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE position = ?, ordinal = ?, updated_at = utc_timestamp(6)""";

    @Override
    public void addApplied(Connection connection, RunKey run, Map<ChunkAttempt, Long> counts) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            bind(statement, run);
            for (Map.Entry<ChunkAttempt, Long> count : counts.entrySet()) {
                ChunkAttempt attempt = count.getKey();
                statement.setString(4, attempt.chunk().relation().toString());
                statement.setInt(5, attempt.chunk().number());
                statement.setInt(6, attempt.attempt());
                statement.setLong(7, count.getValue());
                statement.setLong(8, count.getValue());
                statement.executeUpdate();
            }
        }
    }

    @Override
    public void moveLanes(Connection connection, RunKey run, Map<Integer, LedgerPosition> lanes) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MOVE)) {
            bind(statement, run);
            for (Map.Entry<Integer, LedgerPosition> lane : lanes.entrySet()) {
                String position = new Lsn(lane.getValue().commit()).toString();
                long ordinal = lane.getValue().ordinal();
                statement.setInt(4, lane.getKey());
                statement.setString(5, position);
                statement.setLong(6, ordinal);
                statement.setString(7, position);
                statement.setLong(8, ordinal);
                statement.executeUpdate();
            }
        }
    }

    private static void bind(PreparedStatement statement, RunKey run) throws SQLException {
        statement.setString(1, run.sourceId());
        statement.setString(2, run.datasetId());
        statement.setString(3, run.runId());
    }
}

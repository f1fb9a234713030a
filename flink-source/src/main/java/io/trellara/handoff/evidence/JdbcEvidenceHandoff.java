package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** SQL of the step to {@code stream_handoff_ready}: what was copied, and {@code snapshot_handoff_events}. */
final class JdbcEvidenceHandoff {
    /** Chunks are grouped before the join: the planner knows nothing yet of a table that has just been filled. */
    private static final String COPIED = "WITH c AS MATERIALIZED (SELECT relation, count(*)::int AS recorded,"
            + " count(*) FILTER (WHERE state = 'copied')::int AS copied,"
            + " coalesce(sum(copied_rows) FILTER (WHERE state = 'copied'), 0)::int8 AS chunk_rows,"
            + " coalesce(max(checkpoint_id), 0) AS last_checkpoint,"
            + " array_agg(DISTINCT boundary) FILTER (WHERE state = 'copied') AS boundaries"
            + " FROM trellara.snapshot_chunks WHERE source_id = ? AND dataset_id = ? AND run_id = ? GROUP BY relation)"
            + " SELECT p.relation, p.state = 'retired' AS retired, p.chunks_total, p.copied_rows, p.schema_fingerprint,"
            + " coalesce(c.recorded, 0) AS recorded, coalesce(c.copied, 0) AS copied,"
            + " coalesce(c.chunk_rows, 0) AS chunk_rows, coalesce(c.last_checkpoint, 0) AS last_checkpoint, c.boundaries"
            + " FROM trellara.snapshot_table_progress p LEFT JOIN c USING (relation)"
            + " WHERE p.source_id = ? AND p.dataset_id = ? AND p.run_id = ? ORDER BY p.relation COLLATE \"C\"";

    private JdbcEvidenceHandoff() {}

    static List<CopiedRelation> copied(Connection connection, RunKey run) throws SQLException {
        return new JdbcEvidenceQuery(connection, COPIED)
                .key(run)
                .key(run)
                .list(row -> new CopiedRelation(
                        Relation.parse(row.getString("relation")),
                        row.getBoolean("retired"),
                        row.getInt("chunks_total"),
                        row.getInt("recorded"),
                        row.getInt("copied"),
                        row.getLong("copied_rows"),
                        row.getLong("chunk_rows"),
                        row.getLong("last_checkpoint"),
                        row.getString("schema_fingerprint"),
                        boundaries(row)));
    }

    /**
     * Records an event for each relation that the run still carries; one that is there already must say the same: it is
     * this run's own.
     */
    static void record(Connection connection, RunKey run, Position watermark, List<CopiedRelation> all)
            throws SQLException {
        List<CopiedRelation> relations =
                all.stream().filter(relation -> !relation.retired()).toList();
        for (CopiedRelation relation : relations) {
            insert(connection, run, watermark, relation);
        }
        Map<Relation, HandoffEvent> recorded = events(connection, run).stream()
                .collect(Collectors.toMap(HandoffEvent::relation, Function.identity(), (a, b) -> a));
        for (CopiedRelation relation : relations) {
            HandoffEvent event = recorded.get(relation.relation());
            boolean same = event != null
                    && event.watermark().equals(watermark)
                    && event.copiedRows() == relation.rowsCounted()
                    && event.schemaFingerprint().equals(relation.schemaFingerprint());
            if (!same) {
                throw new HandoffException(new Finding(
                        ErrorCode.EVIDENCE_CONFLICT,
                        "run " + run + ", handoff event of " + relation.relation(),
                        "an event with another watermark, row count or schema",
                        "one event per relation and run, at watermark " + watermark,
                        "report this with the run's evidence; it is a defect"));
            }
        }
    }

    static List<HandoffEvent> events(Connection connection, RunKey run) throws SQLException {
        String sql = "SELECT relation, watermark_lsn, copied_rows, checkpoint_id, schema_fingerprint,"
                + " smallest_boundary, largest_boundary, completed_at FROM trellara.snapshot_handoff_events"
                + " WHERE source_id = ? AND dataset_id = ? AND run_id = ? ORDER BY id";
        return new JdbcEvidenceQuery(connection, sql)
                .key(run)
                .list(row -> new HandoffEvent(
                        Relation.parse(row.getString("relation")),
                        Position.parse(row.getString("watermark_lsn")),
                        row.getLong("copied_rows"),
                        row.getLong("checkpoint_id"),
                        row.getString("schema_fingerprint"),
                        Position.parse(row.getString("smallest_boundary")),
                        Position.parse(row.getString("largest_boundary")),
                        JdbcEvidenceQuery.instant(row, "completed_at").orElseThrow()));
    }

    private static void insert(Connection connection, RunKey run, Position watermark, CopiedRelation relation)
            throws SQLException {
        new JdbcEvidenceQuery(
                        connection,
                        "INSERT INTO trellara.snapshot_handoff_events (source_id, dataset_id, run_id, relation,"
                                + " watermark_lsn, copied_rows, checkpoint_id, schema_fingerprint, smallest_boundary,"
                                + " largest_boundary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                                + " ON CONFLICT ON CONSTRAINT snapshot_handoff_events_once DO NOTHING")
                .key(run)
                .text(relation.relation().toString())
                .lsn(watermark)
                .number(relation.rowsCounted())
                .number(relation.lastCheckpoint())
                .text(relation.schemaFingerprint())
                .lsn(relation.smallestBoundary())
                .lsn(relation.largestBoundary())
                .update();
    }

    private static List<Position> boundaries(ResultSet row) throws SQLException {
        Array array = row.getArray("boundaries");
        return array == null
                ? List.of()
                : Stream.of((String[]) array.getArray()).map(Position::parse).toList();
    }
}

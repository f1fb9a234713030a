package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** SQL of the step to {@code stream_handoff_ready}: what was copied, and {@code snapshot_handoff_events}. */
final class JdbcEvidenceHandoff {
    private static final String THIS_RUN = " WHERE source_id = ? AND dataset_id = ? AND run_id = ?";

    private static final String COUNTS = "SELECT relation, count(*) AS recorded,"
            + " sum(CASE WHEN state = 'copied' THEN 1 ELSE 0 END) AS copied,"
            + " sum(CASE WHEN state = 'copied' THEN copied_rows ELSE 0 END) AS chunk_rows,"
            + " coalesce(max(checkpoint_id), 0) AS last_checkpoint FROM trellara.snapshot_chunks" + THIS_RUN
            + " GROUP BY relation";

    private static final String BOUNDARIES =
            "SELECT DISTINCT relation, boundary FROM trellara.snapshot_chunks" + THIS_RUN + " AND state = 'copied'";

    private static final String PROGRESS = "SELECT relation, state, chunks_total, copied_rows, schema_fingerprint"
            + " FROM trellara.snapshot_table_progress" + THIS_RUN + " ORDER BY ";

    /** The chunks of a relation. */
    private record Counts(int recorded, int copied, long rows, long lastCheckpoint) {
        private static final Counts NONE = new Counts(0, 0, 0, 0);
    }

    private JdbcEvidenceHandoff() {}

    /** What was copied; the caller holds the run's row, so that nothing moves between the queries. */
    static List<CopiedRelation> copied(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        Map<String, Counts> counts = new HashMap<>();
        connection
                .query(COUNTS)
                .key(run)
                .list(row -> counts.put(
                        row.getString("relation"),
                        new Counts(
                                row.getInt("recorded"),
                                row.getInt("copied"),
                                row.getLong("chunk_rows"),
                                row.getLong("last_checkpoint"))));
        Map<String, List<Position>> boundaries = new HashMap<>();
        connection
                .query(BOUNDARIES)
                .key(run)
                .list(row -> boundaries
                        .computeIfAbsent(row.getString("relation"), relation -> new ArrayList<>())
                        .add(Position.parse(row.getString("boundary"))));
        String progress = PROGRESS + connection.sql().byBytes("relation");
        return connection.query(progress).key(run).list(row -> {
            String relation = row.getString("relation");
            Counts counted = counts.getOrDefault(relation, Counts.NONE);
            return new CopiedRelation(
                    Relation.parse(relation),
                    row.getString("state").equals("retired"),
                    row.getInt("chunks_total"),
                    counted.recorded(),
                    counted.copied(),
                    row.getLong("copied_rows"),
                    counted.rows(),
                    counted.lastCheckpoint(),
                    row.getString("schema_fingerprint"),
                    boundaries.getOrDefault(relation, List.of()));
        });
    }

    /**
     * Records an event for each relation that the run still carries; one that is there already must say the same: it is
     * this run's own.
     */
    static void record(JdbcEvidenceConnection connection, RunKey run, Position watermark, List<CopiedRelation> all)
            throws SQLException {
        List<CopiedRelation> relations =
                all.stream().filter(relation -> !relation.retired()).toList();
        Set<Relation> there = byRelation(connection, run).keySet();
        for (CopiedRelation relation : relations) {
            if (!there.contains(relation.relation())) {
                insert(connection, run, watermark, relation);
            }
        }
        Map<Relation, HandoffEvent> recorded = byRelation(connection, run);
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

    private static Map<Relation, HandoffEvent> byRelation(JdbcEvidenceConnection connection, RunKey run)
            throws SQLException {
        return events(connection, run).stream()
                .collect(Collectors.toMap(HandoffEvent::relation, Function.identity(), (a, b) -> a));
    }

    static List<HandoffEvent> events(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = "SELECT relation, watermark_lsn, copied_rows, checkpoint_id, schema_fingerprint,"
                + " smallest_boundary, largest_boundary, completed_at FROM trellara.snapshot_handoff_events"
                + " WHERE source_id = ? AND dataset_id = ? AND run_id = ? ORDER BY id";
        return connection
                .query(sql)
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

    private static void insert(
            JdbcEvidenceConnection connection, RunKey run, Position watermark, CopiedRelation relation)
            throws SQLException {
        connection
                .query("INSERT INTO trellara.snapshot_handoff_events (source_id, dataset_id, run_id, relation,"
                        + " watermark_lsn, copied_rows, checkpoint_id, schema_fingerprint, smallest_boundary,"
                        + " largest_boundary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
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
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** SQL of {@code snapshot_table_progress}: counters of each relation, and its contract. */
final class JdbcEvidenceRelations {
    private static final String THIS_RUN = " p.source_id = ? AND p.dataset_id = ? AND p.run_id = ?";

    private JdbcEvidenceRelations() {}

    static void insert(JdbcEvidenceConnection connection, RunKey run, RelationSchema schema, int chunks)
            throws SQLException {
        connection
                .query("INSERT INTO trellara.snapshot_table_progress (source_id, dataset_id, run_id, relation, state,"
                        + " chunks_total, schema_fingerprint, key_columns, schema_columns)"
                        + " VALUES (?, ?, ?, ?, 'planned', ?, ?, ?, "
                        + connection.sql().jsonParameter() + ")")
                .key(run)
                .text(schema.relation().toString())
                .number(chunks)
                .text(schema.fingerprint())
                .text(String.join(",", schema.keyNames()))
                .text(ContractText.write(schema))
                .update();
    }

    static List<RelationRecord> all(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = "SELECT p.* FROM trellara.snapshot_table_progress p WHERE" + THIS_RUN + " ORDER BY "
                + connection.sql().byBytes("p.relation");
        return connection
                .query(sql)
                .key(run)
                .list(row -> new RelationRecord(
                        Relation.parse(row.getString("relation")),
                        row.getString("state"),
                        row.getLong("copied_rows"),
                        JdbcEvidenceQuery.lsn(row, "watermark_lsn"),
                        row.getInt("chunks_total"),
                        row.getInt("chunks_copied"),
                        row.getLong("bytes_copied"),
                        row.getLong("erased_rows"),
                        row.getString("schema_fingerprint"),
                        row.getString("key_columns"),
                        JdbcEvidenceQuery.instant(row, "first_chunk_at"),
                        JdbcEvidenceQuery.instant(row, "last_chunk_at")));
    }

    static Map<Relation, RelationSchema> schemas(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = connection.sql().contracts() + " WHERE" + THIS_RUN + " AND p.state <> 'retired' ORDER BY "
                + connection.sql().byBytes("p.relation") + ", c.position";
        Map<Relation, SchemaRows> found = new LinkedHashMap<>();
        connection.query(sql).key(run).list(row -> {
            SchemaRows rows =
                    found.computeIfAbsent(Relation.parse(row.getString("relation")), relation -> new SchemaRows());
            rows.fingerprint = row.getString("schema_fingerprint");
            int key = row.getInt("key_place");
            if (!row.wasNull()) {
                rows.keys.put(key, rows.columns.size());
            }
            return rows.columns.add(new Column(
                    row.getString("name"),
                    row.getString("type"),
                    (int) row.getLong("oid"),
                    row.getBoolean("nullable"),
                    KeyOrder.valueOf(row.getString("key_order"))));
        });
        Map<Relation, RelationSchema> schemas = new LinkedHashMap<>();
        found.forEach((relation, rows) -> schemas.put(
                relation,
                new RelationSchema(relation, rows.columns, List.copyOf(rows.keys.values()), rows.fingerprint)));
        return schemas;
    }

    /** A first claim: planned relations are being copied now. */
    static void copying(JdbcEvidenceConnection connection, RunKey run, Collection<Relation> relations)
            throws SQLException {
        connection
                .query("UPDATE trellara.snapshot_table_progress p SET state = 'copying',"
                        + " first_chunk_at = current_timestamp(6), updated_at = current_timestamp(6) WHERE" + THIS_RUN
                        + " AND p.relation = ? AND p.state = 'planned'")
                .key(run)
                .updateEach(List.copyOf(relations), (query, relation) -> query.text(relation.toString()));
    }

    /** What is copied of a relation. */
    private record Copied(String relation, long chunks, long rows, long bytes) {}

    /**
     * Counts the copied chunks of {@code relations} anew; so a repeated promotion changes nothing. The caller holds the
     * run's row, so that no chunk moves between the count and its writing.
     */
    static void recount(
            JdbcEvidenceConnection connection, RunKey run, Collection<Relation> relations, Position boundary)
            throws SQLException {
        if (relations.isEmpty()) {
            return;
        }
        JdbcEvidenceQuery counting = connection
                .query("SELECT relation, count(*) AS chunks, sum(copied_rows) AS copied_rows, sum(bytes) AS bytes"
                        + " FROM trellara.snapshot_chunks WHERE source_id = ? AND dataset_id = ? AND run_id = ?"
                        + " AND state = 'copied' AND relation IN " + JdbcEvidenceQuery.in(relations)
                        + " GROUP BY relation")
                .key(run);
        relations.forEach(relation -> counting.text(relation.toString()));
        List<Copied> counted = counting.list(row -> new Copied(
                row.getString("relation"), row.getLong("chunks"), row.getLong("copied_rows"), row.getLong("bytes")));
        connection
                .query(
                        "UPDATE trellara.snapshot_table_progress p SET chunks_copied = ?, copied_rows = ?, bytes_copied = ?,"
                                + " state = CASE WHEN p.chunks_total = ? THEN 'copied' ELSE 'copying' END,"
                                + " watermark_lsn = CASE WHEN p.chunks_total = ? THEN ? END,"
                                + " last_chunk_at = greatest(current_timestamp(6),"
                                + " coalesce(p.first_chunk_at, current_timestamp(6))), updated_at = current_timestamp(6)"
                                + " WHERE p.relation = ? AND" + THIS_RUN)
                .updateEach(
                        counted,
                        (query, copied) -> query.number(copied.chunks())
                                .number(copied.rows())
                                .number(copied.bytes())
                                .number(copied.chunks())
                                .number(copied.chunks())
                                .lsn(boundary)
                                .text(copied.relation())
                                .key(run));
    }

    /** Adds to the rows that were erased. */
    static void erased(JdbcEvidenceConnection connection, RunKey run, Relation relation, long rows)
            throws SQLException {
        connection
                .query("UPDATE trellara.snapshot_table_progress p SET erased_rows = p.erased_rows + ?,"
                        + " updated_at = current_timestamp(6) WHERE" + THIS_RUN + " AND p.relation = ?")
                .number(rows)
                .key(run)
                .text(relation.toString())
                .update();
    }

    /** No plan of the run, nor of those within it, carries the relation any more. */
    static void retire(JdbcEvidenceConnection connection, RunKey run, Relation relation) throws SQLException {
        connection
                .query(
                        "UPDATE trellara.snapshot_table_progress p SET state = 'retired', updated_at = current_timestamp(6)"
                                + " WHERE p.source_id = ? AND p.dataset_id = ? AND p.relation = ? AND p.state <> 'retired'"
                                + " AND p.run_id IN (SELECT r.run_id FROM trellara.snapshot_runs r WHERE r.source_id = ?"
                                + " AND r.dataset_id = ? AND ? IN (r.run_id, r.parent_run_id))")
                .text(run.sourceId())
                .text(run.datasetId())
                .text(relation.toString())
                .key(run)
                .update();
    }

    static long copiedRows(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = "SELECT coalesce(sum(p.copied_rows), 0) FROM trellara.snapshot_table_progress p WHERE" + THIS_RUN;
        return connection.query(sql).key(run).first(row -> row.getLong(1)).orElse(0L);
    }

    private static final class SchemaRows {
        private final List<Column> columns = new ArrayList<>();
        private final Map<Integer, Integer> keys = new TreeMap<>();
        private String fingerprint = "";
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** SQL of {@code snapshot_table_progress}: counters of each relation, and its contract. */
final class JdbcEvidenceRelations {
    private static final String THIS_RUN = " p.source_id = ? AND p.dataset_id = ? AND p.run_id = ?";

    private JdbcEvidenceRelations() {}

    static void insert(Connection connection, RunKey run, RelationSchema schema, int chunks) throws SQLException {
        List<Column> columns = schema.columns();
        new JdbcEvidenceQuery(
                        connection,
                        "INSERT INTO trellara.snapshot_table_progress (source_id, dataset_id, run_id, relation, state,"
                                + " chunks_total, schema_fingerprint, key_columns, schema_columns)"
                                + " SELECT ?, ?, ?, ?, 'planned', ?, ?, ?, jsonb_agg(jsonb_build_object('position',"
                                + " m.position, 'name', m.name, 'type', m.type, 'oid', m.oid, 'nullable', m.nullable,"
                                + " 'order', m.key_order, 'key', nullif(m.key, -1)) ORDER BY m.position)"
                                + " FROM unnest(?::text[], ?::text[], ?::int8[], ?::bool[], ?::text[], ?::int4[])"
                                + " WITH ORDINALITY AS m (name, type, oid, nullable, key_order, key, position)")
                .key(run)
                .text(schema.relation().toString())
                .number(chunks)
                .text(schema.fingerprint())
                .text(String.join(",", schema.keyNames()))
                .array("text", columns.stream().map(Column::name).toArray())
                .array("text", columns.stream().map(Column::type).toArray())
                .array(
                        "int8",
                        columns.stream()
                                .map(c -> Integer.toUnsignedLong(c.typeOid()))
                                .toArray())
                .array("bool", columns.stream().map(Column::nullable).toArray())
                .array("text", columns.stream().map(c -> c.order().name()).toArray())
                .array("int4", keyPlaces(schema))
                .update();
    }

    static List<RelationRecord> all(Connection connection, RunKey run) throws SQLException {
        String sql = "SELECT p.* FROM trellara.snapshot_table_progress p WHERE" + THIS_RUN
                + " ORDER BY p.relation COLLATE \"C\"";
        return new JdbcEvidenceQuery(connection, sql)
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

    static Map<Relation, RelationSchema> schemas(Connection connection, RunKey run) throws SQLException {
        String sql = "SELECT p.relation, p.schema_fingerprint, c.name, c.type, c.oid, c.nullable, c.\"order\", c.key"
                + " FROM trellara.snapshot_table_progress p, jsonb_to_recordset(p.schema_columns) AS c"
                + " (position int, name text, type text, oid int8, nullable bool, \"order\" text, key int)"
                + " WHERE" + THIS_RUN + " AND p.state <> 'retired' ORDER BY p.relation COLLATE \"C\", c.position";
        Map<Relation, SchemaRows> found = new LinkedHashMap<>();
        new JdbcEvidenceQuery(connection, sql).key(run).list(row -> {
            SchemaRows rows =
                    found.computeIfAbsent(Relation.parse(row.getString("relation")), relation -> new SchemaRows());
            rows.fingerprint = row.getString("schema_fingerprint");
            int key = row.getInt("key");
            if (!row.wasNull()) {
                rows.keys.put(key, rows.columns.size());
            }
            return rows.columns.add(new Column(
                    row.getString("name"),
                    row.getString("type"),
                    (int) row.getLong("oid"),
                    row.getBoolean("nullable"),
                    KeyOrder.valueOf(row.getString("order"))));
        });
        Map<Relation, RelationSchema> schemas = new LinkedHashMap<>();
        found.forEach((relation, rows) -> schemas.put(
                relation,
                new RelationSchema(relation, rows.columns, List.copyOf(rows.keys.values()), rows.fingerprint)));
        return schemas;
    }

    /** A first claim: planned relations are being copied now. */
    static void copying(Connection connection, RunKey run, Collection<Relation> relations) throws SQLException {
        new JdbcEvidenceQuery(
                        connection,
                        "UPDATE trellara.snapshot_table_progress p SET state = 'copying', first_chunk_at = now(),"
                                + " updated_at = now() WHERE" + THIS_RUN
                                + " AND p.relation = ANY (?) AND p.state = 'planned'")
                .key(run)
                .array("text", names(relations))
                .update();
    }

    /** Counts the copied chunks of {@code relations} anew; so a repeated promotion changes nothing. */
    static void recount(Connection connection, RunKey run, Collection<Relation> relations, Position boundary)
            throws SQLException {
        new JdbcEvidenceQuery(
                        connection,
                        "UPDATE trellara.snapshot_table_progress p SET chunks_copied = s.chunks,"
                                + " copied_rows = s.copied_rows, bytes_copied = s.bytes,"
                                + " state = CASE WHEN s.chunks = p.chunks_total THEN 'copied' ELSE 'copying' END,"
                                + " watermark_lsn = CASE WHEN s.chunks = p.chunks_total THEN ? END,"
                                + " last_chunk_at = now(), updated_at = now()"
                                + " FROM (SELECT c.relation, count(*)::int AS chunks, sum(c.copied_rows)::int8 AS copied_rows,"
                                + " sum(c.bytes)::int8 AS bytes FROM trellara.snapshot_chunks c"
                                + " WHERE c.source_id = ? AND c.dataset_id = ? AND c.run_id = ?"
                                + " AND c.state = 'copied' AND c.relation = ANY (?) GROUP BY c.relation) s"
                                + " WHERE" + THIS_RUN + " AND s.relation = p.relation")
                .lsn(boundary)
                .key(run)
                .array("text", names(relations))
                .key(run)
                .update();
    }

    /** Adds to the rows that were erased. */
    static void erased(Connection connection, RunKey run, Relation relation, long rows) throws SQLException {
        new JdbcEvidenceQuery(
                        connection,
                        "UPDATE trellara.snapshot_table_progress p SET erased_rows = p.erased_rows + ?,"
                                + " updated_at = now() WHERE" + THIS_RUN + " AND p.relation = ?")
                .number(rows)
                .key(run)
                .text(relation.toString())
                .update();
    }

    /** No plan of the run, nor of those within it, carries the relation any more. */
    static void retire(Connection connection, RunKey run, Relation relation) throws SQLException {
        new JdbcEvidenceQuery(
                        connection,
                        "UPDATE trellara.snapshot_table_progress p SET state = 'retired', updated_at = now()"
                                + " FROM trellara.snapshot_runs r WHERE (r.source_id, r.dataset_id, r.run_id)"
                                + " = (p.source_id, p.dataset_id, p.run_id) AND r.source_id = ? AND r.dataset_id = ?"
                                + " AND ? IN (r.run_id, r.parent_run_id) AND p.relation = ? AND p.state <> 'retired'")
                .key(run)
                .text(relation.toString())
                .update();
    }

    static long copiedRows(Connection connection, RunKey run) throws SQLException {
        String sql =
                "SELECT coalesce(sum(p.copied_rows), 0)::int8 FROM trellara.snapshot_table_progress p WHERE" + THIS_RUN;
        return new JdbcEvidenceQuery(connection, sql)
                .key(run)
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    private static Object[] names(Collection<Relation> relations) {
        return relations.stream().map(Relation::toString).toArray();
    }

    /** Each column's place in the key, from 0; -1 for the others. */
    private static Object[] keyPlaces(RelationSchema schema) {
        Object[] places = new Object[schema.columns().size()];
        Arrays.fill(places, -1);
        for (int place = 0; place < schema.keyColumns().size(); place++) {
            places[schema.keyColumns().get(place)] = place;
        }
        return places;
    }

    private static final class SchemaRows {
        private final List<Column> columns = new ArrayList<>();
        private final Map<Integer, Integer> keys = new TreeMap<>();
        private String fingerprint = "";
    }
}

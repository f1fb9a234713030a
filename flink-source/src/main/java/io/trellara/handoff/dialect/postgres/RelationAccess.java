package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the user may do with a relation, and what of it cannot be carried.
 *
 * @param readable whether the user may lock and read it
 * @param hidden whether row security would filter what the user reads
 * @param owned whether the user could add it to a publication
 * @param bytes its size with indexes and large values, of all partitions
 * @param uncarried columns whose type, or a part of it, has no input function that takes its own text
 * @param generatedKey generated columns of the primary key
 */
record RelationAccess(
        Relation relation,
        boolean readable,
        boolean hidden,
        boolean owned,
        long bytes,
        List<String> uncarried,
        List<String> generatedKey) {

    /** Types of the server's own whose input function refuses everything. */
    private static final String UNCARRIED = "('pg_node_tree', 'pg_ndistinct', 'pg_dependencies', 'pg_mcv_list',"
            + " 'pg_brin_bloom_summary', 'pg_brin_minmax_multi_summary', 'gtsvector')";

    private static final String SQL = """
            SELECT n.nspname, c.relname,
                   has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'),
                   row_security_active(c.oid), pg_has_role(c.relowner, 'USAGE'),
                   CASE c.relkind WHEN 'r' THEN pg_total_relation_size(c.oid)
                        WHEN 'p' THEN (SELECT coalesce(sum(pg_total_relation_size(relid)), 0)
                                       FROM pg_partition_tree(c.oid)) ELSE 0 END::bigint,
                   ARRAY(SELECT a.attname::text FROM pg_attribute a
                         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND EXISTS (
                             WITH RECURSIVE part(oid) AS (
                                 SELECT a.atttypid
                                 UNION
                                 SELECT inner_type FROM part JOIN pg_type t ON t.oid = part.oid
                                 CROSS JOIN LATERAL (
                                     SELECT t.typbasetype UNION ALL
                                     SELECT t.typelem WHERE t.typcategory = 'A' UNION ALL
                                     SELECT r.rngsubtype FROM pg_range r WHERE t.oid IN (r.rngtypid, r.rngmultitypid)
                                     UNION ALL
                                     SELECT m.atttypid FROM pg_attribute m
                                     WHERE m.attrelid = t.typrelid AND m.attnum > 0 AND NOT m.attisdropped
                                 ) AS i(inner_type) WHERE inner_type <> 0)
                             SELECT FROM part JOIN pg_type t ON t.oid = part.oid
                             WHERE t.typnamespace = 'pg_catalog'::regnamespace AND t.typname IN %s)
                         ORDER BY a.attnum),
                   ARRAY(SELECT a.attname::text FROM pg_index i
                         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                         WHERE i.indrelid = c.oid AND i.indisprimary AND a.attgenerated <> '' ORDER BY a.attnum)
            FROM unnest(?::text[], ?::text[]) AS w(s, t)
            JOIN pg_namespace n ON n.nspname = w.s JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = w.t
            WHERE c.relkind NOT IN ('i', 'I', 'S', 't', 'c')
            """.formatted(UNCARRIED);

    static List<RelationAccess> read(Connection session, List<Relation> relations) throws SQLException {
        List<RelationAccess> found = new ArrayList<>();
        try (PreparedStatement query = session.prepareStatement(SQL)) {
            query.setArray(
                    1, texts(session, relations.stream().map(Relation::schema).toList()));
            query.setArray(
                    2, texts(session, relations.stream().map(Relation::name).toList()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    found.add(new RelationAccess(
                            new Relation(row.getString(1), row.getString(2)),
                            row.getBoolean(3),
                            row.getBoolean(4),
                            row.getBoolean(5),
                            row.getLong(6),
                            List.of((String[]) row.getArray(7).getArray()),
                            List.of((String[]) row.getArray(8).getArray())));
                }
            }
        }
        return found;
    }

    /** What of it stands against a run; whether it can be published is the publication's question. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        if (!readable) {
            findings.add(finding(
                    ErrorCode.SELECT_PRIVILEGE,
                    "no USAGE on its schema, or no SELECT on all of it",
                    "both",
                    "GRANT SELECT ON " + relation.quoted() + " and USAGE on its schema to the source user"));
        }
        if (hidden) {
            findings.add(finding(
                    ErrorCode.ROW_SECURITY,
                    "row security filters what the user reads",
                    "all rows visible, since the log tells all of them",
                    "use a user with BYPASSRLS, or the owner without FORCE ROW LEVEL SECURITY"));
        }
        if (!uncarried.isEmpty()) {
            findings.add(finding(
                    ErrorCode.COLUMN_TYPE,
                    "columns " + uncarried + " of a type that cannot be read from its own text",
                    "types that can",
                    "drop or change the columns, or take the relation out of source.relations"));
        }
        if (!generatedKey.isEmpty()) {
            findings.add(finding(
                    ErrorCode.COLUMN_GENERATED,
                    "generated columns " + generatedKey + " in the primary key",
                    "a key of columns that are logged",
                    "add a unique index over other NOT NULL columns and REPLICA IDENTITY FULL"));
        }
        return findings;
    }

    private Finding finding(ErrorCode code, String observed, String required, String remedy) {
        return new Finding(code, relation.toString(), observed, required, remedy);
    }

    private static Array texts(Connection session, List<String> texts) throws SQLException {
        return session.createArrayOf("text", texts.toArray());
    }
}

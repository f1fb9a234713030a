package io.trellara.handoff.sink;

import io.trellara.handoff.model.Relation;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a target table is like from the catalog. The session's search path is pg_catalog. */
final class TargetCatalog {
    private static final String COLUMNS = """
            SELECT a.attname, format_type(a.atttypid, a.atttypmod),
                   (WITH RECURSIVE b(id, mod) AS (
                      SELECT a.atttypid, a.atttypmod
                      UNION ALL
                      SELECT t.typbasetype, CASE WHEN t.typtypmod = -1 THEN b.mod ELSE t.typtypmod END
                        FROM b JOIN pg_type t ON t.oid = b.id WHERE t.typtype = 'd')
                    SELECT format_type(b.id, b.mod) FROM b JOIN pg_type t ON t.oid = b.id WHERE t.typtype <> 'd'),
                   a.attnotnull, a.atthasdef OR a.attidentity <> '', a.attidentity = 'a', a.attgenerated <> '',
                   coalesce(c.collisdeterministic, true)
              FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation
             WHERE a.attrelid = ?::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum""";

    private static final String UNIQUES = """
            SELECT x.relname,
                   (SELECT array_agg(a.attname::text ORDER BY k.n)
                      FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(num, n)
                      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num
                     WHERE k.n <= i.indnkeyatts),
                   (SELECT array_agg(format('OPERATOR(%I.%s)', s.nspname, p.oprname) ORDER BY k.n)
                      FROM unnest(i.indclass::oid[]) WITH ORDINALITY k(class, n)
                      JOIN pg_opclass o ON o.oid = k.class
                      JOIN pg_amop m ON m.amopfamily = o.opcfamily AND m.amoplefttype = o.opcintype
                                    AND m.amoprighttype = o.opcintype AND m.amopstrategy = 3
                      JOIN pg_operator p ON p.oid = m.amopopr
                      JOIN pg_namespace s ON s.oid = p.oprnamespace),
                   i.indpred IS NULL AND i.indexprs IS NULL AND i.indimmediate AND i.indisvalid,
                   coalesce((SELECT bool_or(t.condeferrable) FROM pg_constraint t
                              WHERE t.conindid = i.indexrelid AND t.contype IN ('p', 'u')), false)
              FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
             WHERE i.indrelid = ?::oid AND i.indisunique ORDER BY i.indisprimary DESC, x.relname""";

    /** Not enforced ones (18 and later) do no harm. */
    private static final String RULES = """
            SELECT t.conname, t.contype, t.condeferrable
              FROM pg_constraint t
             WHERE (t.conrelid = ?::oid AND t.contype IN ('x', 'f') OR t.confrelid = ?::oid AND t.contype = 'f')
               AND coalesce((to_jsonb(t) ->> 'conenforced')::boolean, true)
             ORDER BY t.conname""";

    private static final String TRIGGERS = """
            SELECT tgname FROM pg_trigger
             WHERE tgrelid = ?::oid AND NOT tgisinternal AND tgenabled <> 'D' ORDER BY tgname""";

    /** TRUNCATE takes in all descendants, and refuses where another table references one of them. */
    private static final String REFERENCED = """
            WITH RECURSIVE emptied(id) AS (
              SELECT to_regclass(?)::oid
              UNION
              SELECT i.inhrelid FROM pg_inherits i JOIN emptied e ON i.inhparent = e.id)
            SELECT EXISTS (SELECT FROM pg_constraint t
                            WHERE t.contype = 'f' AND t.confrelid IN (SELECT id FROM emptied)
                              AND t.conrelid NOT IN (SELECT id FROM emptied))""";

    private final Connection connection;

    TargetCatalog(Connection connection) {
        this.connection = connection;
    }

    /** The table; empty where there is none of that name. */
    Optional<TargetFacts> find(Relation relation) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT oid, relkind FROM pg_class WHERE oid = to_regclass(?)")) {
            statement.setString(1, relation.quoted());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(read(row.getLong(1), row.getString(2))) : Optional.empty();
            }
        }
    }

    /** Whether the target knows a type by that text. */
    boolean knowsType(String type) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT to_regtype(?) IS NOT NULL")) {
            statement.setString(1, type);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** Whether another table's foreign key references the table or a descendant of it. */
    boolean isReferenced(Relation relation) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REFERENCED)) {
            statement.setString(1, relation.quoted());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private TargetFacts read(long oid, String kind) throws SQLException {
        return new TargetFacts(
                kind,
                list(
                        COLUMNS,
                        oid,
                        r -> new TargetColumn(
                                r.getString(1),
                                r.getString(2),
                                r.getString(3),
                                r.getBoolean(4),
                                r.getBoolean(5),
                                r.getBoolean(6),
                                r.getBoolean(7),
                                r.getBoolean(8))),
                list(
                        UNIQUES,
                        oid,
                        r -> new TargetIndex(
                                r.getString(1), texts(r, 2), texts(r, 3), r.getBoolean(4), r.getBoolean(5))),
                list(
                        RULES,
                        oid,
                        r -> new TargetRule(
                                r.getString(1),
                                r.getString(2).equals("f") ? TargetRule.Kind.FOREIGN_KEY : TargetRule.Kind.EXCLUSION,
                                r.getBoolean(3))),
                list(TRIGGERS, oid, r -> r.getString(1)));
    }

    private <T> List<T> list(String sql, long oid, Row<T> row) throws SQLException {
        List<T> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
                statement.setLong(i, oid);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(row.of(rows));
                }
            }
        }
        return found;
    }

    private static List<String> texts(ResultSet row, int column) throws SQLException {
        Array array = row.getArray(column);
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }

    /** Makes one thing of one row. */
    @FunctionalInterface
    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }
}

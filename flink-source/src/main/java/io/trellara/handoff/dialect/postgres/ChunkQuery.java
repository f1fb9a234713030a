package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The SQL that reads rows of a relation in COPY text form. Pure.
 *
 * <p>Bounds are literals without a cast: the server gives them the type of the column they stand beside (of its base
 * type, for a domain) and compares under the column's collation; a cast would bring a collation and a length of its
 * own. Ranges over several columns are row comparisons: on PostgreSQL these are lexicographic and one condition of the
 * key's index, where the expanded form {@code a > x OR a = x AND b > y} reads the index from its beginning.
 */
final class ChunkQuery {
    private ChunkQuery() {}

    /** {@code COPY (SELECT …) TO STDOUT} of the rows whose keys lie in the range. */
    static String copy(RelationSchema schema, boolean partitioned, KeyRange range) {
        String where = within(schema, range);
        return "COPY (SELECT " + columns(schema) + " FROM " + source(schema.relation(), partitioned)
                + (where.isEmpty() ? "" : " WHERE " + where) + ") TO STDOUT";
    }

    /** The same of the one row with that key. */
    static String copyOne(RelationSchema schema, boolean partitioned, Key key) {
        List<String> names = schema.keyNames();
        List<String> equal = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            equal.add(Relation.quote(names.get(i)) + " = "
                    + SqlText.literal(key.cells().get(i)));
        }
        return "COPY (SELECT " + columns(schema) + " FROM " + source(schema.relation(), partitioned) + " WHERE "
                + String.join(" AND ", equal) + ") TO STDOUT";
    }

    /** The condition on the key; empty for a range that is open at both ends. */
    static String within(RelationSchema schema, KeyRange range) {
        List<String> bounds = new ArrayList<>();
        range.lower().ifPresent(lower -> bounds.add(compare(schema, ">", lower)));
        range.upper().ifPresent(upper -> bounds.add(compare(schema, "<=", upper)));
        return String.join(" AND ", bounds);
    }

    /** A table without its inheritance children, which are relations of their own; a partitioned one with all. */
    static String source(Relation relation, boolean partitioned) {
        return (partitioned ? "" : "ONLY ") + relation.quoted();
    }

    /** The key columns, quoted, in key order. */
    static String keys(RelationSchema schema) {
        return schema.keyNames().stream().map(Relation::quote).collect(Collectors.joining(", "));
    }

    private static String columns(RelationSchema schema) {
        return schema.columns().stream().map(c -> Relation.quote(c.name())).collect(Collectors.joining(", "));
    }

    private static String compare(RelationSchema schema, String operator, Key bound) {
        String cells = bound.cells().stream().map(SqlText::literal).collect(Collectors.joining(", "));
        return bound.cells().size() == 1
                ? keys(schema) + " " + operator + " " + cells
                : "(" + keys(schema) + ") " + operator + " (" + cells + ")";
    }
}

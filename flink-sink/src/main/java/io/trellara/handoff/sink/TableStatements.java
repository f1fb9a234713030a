package io.trellara.handoff.sink;

import io.trellara.handoff.model.Relation;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The SQL texts for one target table. Staging tables are temporary, numbered within their session, and their columns
 * are {@code c0, c1, …} in the schema's order, so that no name of the user's is in the way. Pure.
 */
final class TableStatements {
    private final TargetTable table;
    private final String target;
    private final String rows;
    private final String keys;

    TableStatements(TargetTable table, int number) {
        this.table = table;
        this.target = table.schema().relation().quoted();
        this.rows = "handoff_rows_" + number;
        this.keys = "handoff_keys_" + number;
    }

    /** All columns. */
    BitSet all() {
        BitSet all = new BitSet();
        all.set(0, table.columns().size());
        return all;
    }

    String copy() {
        return "COPY " + target + " (" + names(all()) + ") FROM STDIN";
    }

    /** Rows of a flush; {@code op} tells which statement they are for, 0 unless said. */
    String createRows() {
        return "CREATE TEMPORARY TABLE " + rows + " (op smallint DEFAULT 0, "
                + each(all(), ", ", i -> "c" + i + " " + table.columns().get(i).baseType()) + ") ON COMMIT DELETE ROWS";
    }

    /** Keys of a flush's deletes, {@code k0, k1, …} in key order. */
    String createKeys() {
        return "CREATE TEMPORARY TABLE " + keys + " ("
                + eachKey(", ", k -> "k" + k + " " + table.columns().get(key(k)).baseType())
                + ") ON COMMIT DELETE ROWS";
    }

    String stageCopied() {
        return "COPY pg_temp." + rows + " (" + each(all(), ", ", i -> "c" + i) + ") FROM STDIN";
    }

    String stageRows(BitSet present) {
        return "COPY pg_temp." + rows + " (op, " + each(present, ", ", i -> "c" + i) + ") FROM STDIN";
    }

    String stageKeys() {
        return "COPY pg_temp." + keys + " FROM STDIN";
    }

    String upsertStaged(int op) {
        return "INSERT INTO " + target + " AS t (" + names(all()) + ") OVERRIDING SYSTEM VALUE SELECT "
                + each(all(), ", ", i -> "s.c" + i) + " FROM pg_temp." + rows + " s WHERE s.op = " + op + onConflict();
    }

    /** In key order: neighbours in the index are met one after the other, which saves a tenth of the whole flush. */
    String updateStaged(int op, BitSet present) {
        return "UPDATE " + target + " AS t SET " + each(settable(present), ", ", i -> name(i) + " = s.c" + i)
                + " FROM (SELECT * FROM pg_temp." + rows + " r WHERE r.op = " + op + " ORDER BY "
                + eachKey(", ", k -> "r.c" + key(k)) + ") s WHERE " + onKey(k -> "s.c" + key(k));
    }

    String deleteStaged() {
        return "DELETE FROM " + target + " AS t USING pg_temp." + keys + " s WHERE " + onKey(k -> "s.k" + k);
    }

    /** One row; its parameters are all columns. */
    String upsertOne() {
        return "INSERT INTO " + target + " AS t (" + names(all()) + ") OVERRIDING SYSTEM VALUE VALUES ("
                + each(all(), ", ", i -> "?") + ")" + onConflict();
    }

    /** One row; its parameters are the {@link #settable} columns, then the key. */
    String updateOne(BitSet present) {
        return "UPDATE " + target + " AS t SET " + each(settable(present), ", ", i -> name(i) + " = ?") + " WHERE "
                + onKey(k -> "?");
    }

    /** One row; its parameters are the key. */
    String deleteOne() {
        return "DELETE FROM " + target + " AS t WHERE " + onKey(k -> "?");
    }

    /** For a table that a foreign key references: TRUNCATE refuses it even where keys are not checked. */
    String deleteAll() {
        return "DELETE FROM " + target;
    }

    String truncate() {
        return "TRUNCATE TABLE " + target;
    }

    /** Those of the present columns that an UPDATE may set. */
    BitSet settable(BitSet present) {
        BitSet settable = (BitSet) present.clone();
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).identityAlways()) {
                settable.clear(i);
            }
        }
        return settable;
    }

    /** Key columns are written too: equal keys may look different (1.0 and 1.00). */
    private String onConflict() {
        BitSet set = settable(all());
        return " ON CONFLICT (" + eachKey(", ", k -> name(key(k))) + ") DO "
                + (set.isEmpty()
                        ? "NOTHING"
                        : "UPDATE SET " + each(set, ", ", i -> name(i) + " = excluded." + name(i)));
    }

    private String onKey(IntFunction<String> other) {
        return eachKey(
                " AND ", k -> "t." + name(key(k)) + " " + table.equalities().get(k) + " " + other.apply(k));
    }

    private int key(int k) {
        return table.schema().keyColumns().get(k);
    }

    private String name(int column) {
        return Relation.quote(table.columns().get(column).name());
    }

    private String names(BitSet columns) {
        return each(columns, ", ", this::name);
    }

    private String eachKey(String separator, IntFunction<String> text) {
        List<Integer> keyColumns = table.schema().keyColumns();
        return IntStream.range(0, keyColumns.size()).mapToObj(text).collect(Collectors.joining(separator));
    }

    private static String each(BitSet columns, String separator, IntFunction<String> text) {
        return columns.stream().mapToObj(text).collect(Collectors.joining(separator));
    }
}

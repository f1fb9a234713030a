package io.trellara.handoff.sink;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.LineConversion;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The SQL texts for one target table. Pure, but for the {@link SqlText} that is handed in. */
final class MysqlStatements {
    /** The rows of an upsert, to take a column's new value from. */
    private static final String NEW = "handoff_new";

    private final RelationSchema schema;
    private final LineConversion conversion;
    private final List<Form> stored;
    private final List<Form> compared;
    private final String keyIndex;
    private final boolean namesRows;

    /**
     * @param conversion how lines become lines of the table's
     * @param cells how the table's cells stand in statements, in the schema's order
     * @param keyIndex the index of the key
     * @param namesRows whether the server lets the rows of an upsert have a name (8.0.19)
     */
    MysqlStatements(
            RelationSchema schema,
            LineConversion conversion,
            List<MysqlCell> cells,
            String keyIndex,
            boolean namesRows) {
        this.schema = schema;
        this.conversion = conversion;
        this.stored = cells.stream().map(cell -> Form.of(cell.form(), false)).toList();
        this.compared = cells.stream()
                .map(cell -> Form.of(cell.compared(), cell.single()))
                .toList();
        this.keyIndex = keyIndex;
        this.namesRows = namesRows;
    }

    LineConversion conversion() {
        return conversion;
    }

    static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    static String table(Relation relation) {
        return quote(relation.schema()) + "." + quote(relation.name());
    }

    /** Loads lines; the file's name is never looked at. */
    String load() {
        String set = each(
                ", ",
                i -> stored.get(i).plain()
                        ? ""
                        : name(i) + " = " + stored.get(i).before() + "@c" + i
                                + stored.get(i).after());
        return "LOAD DATA LOCAL INFILE 'handoff' INTO TABLE " + table(schema.relation())
                + " CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' ("
                + each(", ", i -> stored.get(i).plain() ? name(i) : "@c" + i) + ")"
                + (set.isEmpty() ? "" : " SET " + set);
    }

    /** What stands before the rows of an INSERT. */
    String insert() {
        return "INSERT INTO " + table(schema.relation()) + " (" + each(", ", this::name) + ") VALUES ";
    }

    /**
     * What stands behind the rows of an upsert. Key columns are written too: equal keys may look different. REPLACE
     * would delete the row first, with all that follows a deletion.
     */
    String onDuplicate() {
        return (namesRows ? " AS " + NEW : "") + " ON DUPLICATE KEY UPDATE "
                + each(", ", i -> name(i) + " = " + (namesRows ? NEW + "." + name(i) : "VALUES(" + name(i) + ")"));
    }

    /** One row of values: {@code (…)}. */
    void row(CopyLine line, SqlText into) {
        int[] starts = line.starts(stored.size());
        for (int i = 0; i < stored.size(); i++) {
            into.put(i == 0 ? "(" : ", ");
            put(stored.get(i), line.bytes(), starts[i], starts[i + 1] - 1, into);
        }
        into.put(")");
    }

    /** What stands before the keys of a DELETE; the index must be used, or rows of other lanes would be waited for. */
    String delete() {
        return "DELETE t FROM " + table(schema.relation()) + " AS t FORCE INDEX (" + quote(keyIndex) + ") WHERE ";
    }

    /** One key of a delete's line: {@code (a = … AND b = …)}. */
    void key(CopyLine line, SqlText into) {
        int[] starts = line.starts(schema.keyColumns().size());
        into.put("(");
        for (int k = 0; k < schema.keyColumns().size(); k++) {
            into.put(k == 0 ? "t." : " AND t.")
                    .put(name(schema.keyColumns().get(k)))
                    .put(" = ");
            put(compared.get(schema.keyColumns().get(k)), line.bytes(), starts[k], starts[k + 1] - 1, into);
        }
        into.put(")");
    }

    /** Updates the present columns of one row that is there. */
    void update(CopyLine line, BitSet present, SqlText into) {
        int[] starts = line.starts(stored.size());
        into.put("UPDATE ").put(table(schema.relation())).put(" AS t FORCE INDEX (" + quote(keyIndex) + ") SET ");
        String separator = "";
        for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
            into.put(separator).put("t." + name(i)).put(" = ");
            put(stored.get(i), line.bytes(), starts[i], starts[i + 1] - 1, into);
            separator = ", ";
        }
        separator = " WHERE t.";
        for (int i : schema.keyColumns()) {
            into.put(separator).put(name(i)).put(" = ");
            put(compared.get(i), line.bytes(), starts[i], starts[i + 1] - 1, into);
            separator = " AND t.";
        }
    }

    /** Deletes so many rows of a key range, the first ones of it. */
    String deleteFirst(KeyRange range, int rows) {
        SqlText into = new SqlText();
        into.put("DELETE FROM ").put(table(schema.relation()));
        Optional<Key> lower = range.lower();
        Optional<Key> upper = range.upper();
        lower.ifPresent(key -> bound(key, ">", ">", " WHERE (", into));
        upper.ifPresent(key -> bound(key, "<", "<=", lower.isPresent() ? " AND (" : " WHERE (", into));
        if (lower.isPresent() || upper.isPresent()) {
            into.put(" ORDER BY ")
                    .put(schema.keyNames().stream().map(MysqlStatements::quote).collect(Collectors.joining(", ")));
        }
        return into.put(" LIMIT " + rows).text();
    }

    /** {@code a > 1 OR (a = 1 AND (b > 2))}: the form for which MySQL reads a range of the index. */
    private void bound(Key key, String first, String last, String before, SqlText into) {
        into.put(before);
        int end = key.cells().size() - 1;
        for (int k = 0; k <= end; k++) {
            String name = quote(schema.keyNames().get(k));
            Form form = compared.get(schema.keyColumns().get(k));
            String cell = key.cells().get(k);
            into.put(name).put(" " + (k == end ? last : first) + " ");
            put(form, cell, into);
            if (k < end) {
                into.put(" OR (").put(name).put(" = ");
                put(form, cell, into);
                into.put(" AND (");
            }
        }
        into.put("))".repeat(end)).put(")");
    }

    private static void put(Form form, byte[] line, int from, int to, SqlText into) {
        if (to - from == 2 && line[from] == '\\' && line[from + 1] == 'N') {
            into.put("NULL");
        } else if (form.single()) {
            put(form, new String(line, from, to - from, StandardCharsets.US_ASCII), into);
        } else {
            into.put(form.before()).quoted(line, from, to).put(form.after());
        }
    }

    private static void put(Form form, String cell, SqlText into) {
        String text = form.single() ? Double.toString(Float.parseFloat(cell)) : cell;
        into.put(form.before()).quoted(text).put(form.after());
    }

    private String name(int column) {
        return quote(schema.columns().get(column).name());
    }

    private String each(String separator, IntFunction<String> text) {
        return IntStream.range(0, stored.size())
                .mapToObj(text)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(separator));
    }

    /**
     * What stands around a cell that is a value: a hot path does not search for it.
     *
     * @param single whether the value is a single-precision number, which is found by all its digits only
     */
    private record Form(String before, String after, boolean single) {
        static Form of(String text, boolean single) {
            int at = text.indexOf("%s");
            return new Form(text.substring(0, at), text.substring(at + 2), single);
        }

        boolean plain() {
            return before.isEmpty() && after.isEmpty();
        }
    }
}

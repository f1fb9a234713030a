package io.trellara.handoff.sink.types;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Cells and lines across, in plain words. */
record Crossing(DatabaseKind source, DatabaseKind target, TargetVersion version) {
    static final Crossing PG_MYSQL = new Crossing(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL, TargetVersion.CURRENT);
    static final Crossing MYSQL_PG = new Crossing(DatabaseKind.MYSQL, DatabaseKind.POSTGRESQL, TargetVersion.CURRENT);
    static final Crossing MYSQL = new Crossing(DatabaseKind.MYSQL, DatabaseKind.MYSQL, TargetVersion.CURRENT);
    static final Crossing PG = new Crossing(DatabaseKind.POSTGRESQL, DatabaseKind.POSTGRESQL, TargetVersion.CURRENT);

    Crossing to(String targetVersion) {
        return new Crossing(source, target, TargetVersion.parse(targetVersion));
    }

    /** A relation whose first column is its key. */
    RelationMapping relation(String... types) {
        return keyed(1, types);
    }

    /** A relation whose first columns are its key. */
    RelationMapping keyed(int keys, String... types) {
        List<Column> columns = new ArrayList<>();
        List<Integer> keyColumns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(new Column("c" + i, types[i], 0, i >= keys, KeyOrder.UNORDERED));
            if (i < keys) {
                keyColumns.add(i);
            }
        }
        Relation relation = new Relation("shop", "orders");
        return RelationMapping.of(
                source, target, version, new RelationSchema(relation, columns, keyColumns, "0".repeat(64)));
    }

    /** A column besides an integer key. */
    RelationMapping value(String type) {
        return relation(target == source && source == DatabaseKind.POSTGRESQL ? "integer" : integer(), type);
    }

    private String integer() {
        return source == DatabaseKind.POSTGRESQL ? "integer" : "int";
    }

    /** The type that a value's column is created with. */
    String created(String type) {
        return value(type).type(1);
    }

    /** A value's plain cell, as its created column gets it. */
    String cell(String type, String cell) {
        return cell(value(type).created(), cell);
    }

    /** A value's plain cell, as an existing column gets it. */
    String cell(String type, String existing, String cell) {
        RelationMapping mapping = value(type);
        return cell(mapping.into(List.of(mapping.type(0), existing)), cell);
    }

    private static String cell(LineConversion lines, String cell) {
        LineBuffer into = new LineBuffer();
        byte[] escaped = CellText.escaped(cell);
        byte[] line = new byte[escaped.length + 2];
        line[0] = '7';
        line[1] = '\t';
        System.arraycopy(escaped, 0, line, 2, escaped.length);
        lines.row(line, 0, line.length, into);
        return CellText.plain(into.bytes(), 2, into.length());
    }

    /** A line as it is, across. */
    static String row(LineConversion lines, String line) {
        byte[] bytes = ("before" + line + "behind").getBytes(StandardCharsets.UTF_8);
        LineBuffer into = new LineBuffer();
        lines.row(bytes, "before".length(), bytes.length - "beforebehind".length(), into);
        return text(into);
    }

    static String text(LineBuffer lines) {
        return new String(lines.bytes(), 0, lines.length(), StandardCharsets.UTF_8);
    }
}

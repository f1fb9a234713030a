package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table with its rows as lines, as its source gives them. */
record CrossedTable(RelationSchema schema, List<String> lines) {
    String name() {
        return schema.relation() + " " + types();
    }

    List<String> types() {
        return schema.columns().stream().map(Column::type).toList();
    }

    /** The same in another schema. */
    CrossedTable in(String other) {
        Relation relation = new Relation(other, schema.relation().name());
        return new CrossedTable(
                new RelationSchema(relation, schema.columns(), schema.keyColumns(), schema.fingerprint()), lines);
    }

    /** A line's cells, unescaped. */
    static List<@Nullable String> cells(String line) {
        List<@Nullable String> cells = new ArrayList<>();
        for (String cell : line.split("\t", -1)) {
            cells.add(cell.equals("\\N") ? null : unescaped(cell));
        }
        return cells;
    }

    private static String unescaped(String cell) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            plain.append(c == '\\' ? letter(cell.charAt(++i)) : c);
        }
        return plain.toString();
    }

    private static char letter(char letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> '\u000b';
            default -> letter;
        };
    }
}

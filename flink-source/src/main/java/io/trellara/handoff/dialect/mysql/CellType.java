package io.trellara.handoff.dialect.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column's type, as {@code information_schema.columns} tells it.
 *
 * @param kind what its values are
 * @param unsigned of a number
 * @param length in the unit of the type: characters, bytes, bits, or a decimal's digits
 * @param scale a decimal's digits behind the point, or a time's digits of the fraction
 * @param charset of text; empty where there is none
 * @param labels of an enum or a set, in order
 */
record CellType(CellKind kind, boolean unsigned, int length, int scale, String charset, List<String> labels) {
    CellType {
        labels = List.copyOf(labels);
    }

    /**
     * Reads a {@code COLUMN_TYPE}; empty where the type is not known here.
     *
     * @param charset {@code CHARACTER_SET_NAME}
     */
    static Optional<CellType> parse(String columnType, @Nullable String charset) {
        int wordEnd = wordEnd(columnType);
        String word = columnType.substring(0, wordEnd).toLowerCase(Locale.ROOT);
        return kind(word).map(kind -> {
            boolean labelled = kind == CellKind.ENUM || kind == CellKind.SET;
            List<String> labels = labelled ? labels(columnType, wordEnd) : List.of();
            int[] sizes = labelled ? new int[2] : sizes(columnType, wordEnd);
            boolean temporal = kind == CellKind.DATETIME || kind == CellKind.TIMESTAMP || kind == CellKind.TIME;
            boolean unsigned = !labelled && columnType.toLowerCase(Locale.ROOT).contains(" unsigned");
            return new CellType(
                    kind,
                    unsigned,
                    temporal ? 0 : sizes[0],
                    temporal ? sizes[0] : sizes[1],
                    charset == null ? "" : charset.toLowerCase(Locale.ROOT),
                    labels);
        });
    }

    private static int wordEnd(String text) {
        int end = 0;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static Optional<CellKind> kind(String word) {
        return switch (word) {
            case "tinyint",
                    "smallint",
                    "mediumint",
                    "int",
                    "bigint",
                    "decimal",
                    "float",
                    "double",
                    "bit",
                    "year",
                    "date" -> Optional.of(CellKind.valueOf(word.toUpperCase(Locale.ROOT)));
            case "datetime",
                    "timestamp",
                    "time",
                    "char",
                    "varchar",
                    "binary",
                    "varbinary",
                    "enum",
                    "set",
                    "json",
                    "vector" -> Optional.of(CellKind.valueOf(word.toUpperCase(Locale.ROOT)));
            case "tinytext", "text", "mediumtext", "longtext" -> Optional.of(CellKind.TEXT);
            case "tinyblob", "blob", "mediumblob", "longblob" -> Optional.of(CellKind.BLOB);
            case "geometry", "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon" ->
                Optional.of(CellKind.GEOMETRY);
            case "geometrycollection", "geomcollection" -> Optional.of(CellKind.GEOMETRY);
            default -> Optional.empty();
        };
    }

    /** The numbers in the parentheses behind the word, if there are any. */
    private static int[] sizes(String text, int from) {
        int[] sizes = new int[2];
        if (from >= text.length() || text.charAt(from) != '(') {
            return sizes;
        }
        String[] parts = text.substring(from + 1, text.indexOf(')', from)).split(",", -1);
        for (int i = 0; i < Math.min(parts.length, sizes.length); i++) {
            sizes[i] = Integer.parseInt(parts[i].strip());
        }
        return sizes;
    }

    /** Quoted labels; a quote inside one is doubled. */
    private static List<String> labels(String text, int from) {
        List<String> labels = new ArrayList<>();
        StringBuilder label = new StringBuilder();
        boolean inside = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!inside) {
                inside = c == '\'';
            } else if (c != '\'') {
                label.append(c);
            } else if (i + 1 < text.length() && text.charAt(i + 1) == '\'') {
                label.append(c);
                i++;
            } else {
                labels.add(label.toString());
                label.setLength(0);
                inside = false;
            }
        }
        return labels;
    }
}

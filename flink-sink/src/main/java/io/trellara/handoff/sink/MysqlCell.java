package io.trellara.handoff.sink;

import java.util.Locale;
import java.util.Set;

/**
 * How a cell of a target column stands in a statement: as a value that is stored, and as one that a key is compared
 * with. Compared in another type than its column's, a key would not be found by its index, or another one would. Pure.
 *
 * @param type the column's, without its collation
 * @param collation empty where it has none
 * @param form what makes the value of a cell's text, {@code %s}
 */
record MysqlCell(String type, String collation, String form) {
    private static final String COLLATE = " COLLATE ";
    private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "year");
    private static final Set<String> BYTES = Set.of(
            "binary",
            "varbinary",
            "tinyblob",
            "blob",
            "mediumblob",
            "longblob",
            "vector",
            "geometry",
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geometrycollection",
            "geomcollection");

    /** @param text the column's type with its collation */
    static MysqlCell of(String text) {
        int collate = text.lastIndexOf(COLLATE);
        String type = collate < 0 ? text : text.substring(0, collate);
        String collation = collate < 0 ? "" : text.substring(collate + COLLATE.length());
        return new MysqlCell(type, collation, form(word(type)));
    }

    private static String form(String word) {
        if (BYTES.contains(word)) {
            return "UNHEX(SUBSTR(%s, 3))";
        }
        return switch (word) {
            case "bit" -> "CAST(CONV(%s, 2, 10) AS UNSIGNED)";
            case "timestamp" -> "SUBSTRING_INDEX(%s, '+', 1)";
            default -> "%s";
        };
    }

    /** Whether the cell's text is the value as it is. */
    boolean plain() {
        return form.equals("%s");
    }

    /** What a key's value is compared as. */
    String compared() {
        String word = word(type);
        if (INTEGERS.contains(word)) {
            boolean unsigned = type.contains("unsigned") || word.equals("year");
            return "CAST(" + form + " AS " + (unsigned ? "UNSIGNED" : "SIGNED") + ")";
        }
        if (!collation.isEmpty() && !word.equals("enum") && !word.equals("set")) {
            return "CONVERT(" + form + " USING " + charset() + ") COLLATE " + collation;
        }
        return switch (word) {
            case "decimal" -> "CAST(" + form + " AS DECIMAL" + sizes() + ")";
            case "float", "double" -> "(" + form + " + 0E0)";
            default -> form;
        };
    }

    /** Whether its values must be written with the digits of a double to be found again. */
    boolean single() {
        return word(type).equals("float");
    }

    private String charset() {
        int end = collation.indexOf('_');
        return end < 0 ? collation : collation.substring(0, end);
    }

    private String sizes() {
        int open = type.indexOf('(');
        return open < 0 ? "" : type.substring(open, type.indexOf(')') + 1);
    }

    private static String word(String type) {
        int end = 0;
        while (end < type.length() && Character.isLetterOrDigit(type.charAt(end))) {
            end++;
        }
        return type.substring(0, end).toLowerCase(Locale.ROOT);
    }
}

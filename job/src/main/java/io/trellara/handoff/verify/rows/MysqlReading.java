package io.trellara.handoff.verify.rows;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How a MySQL column is asked for, what its answer is as a cell, and how a cell of its key is written into a condition.
 * The cells are those that MySQL's chunk readers make, but for the digits of approximate numbers, of which there are
 * all. Pure.
 *
 * @param selected the expression
 * @param large whether its values may be as long as a packet
 * @param charset of text, and of labels
 * @param collation empty where there is none
 */
record MysqlReading(String name, Kind kind, String selected, boolean large, String charset, String collation) {
    private static final String COLLATE = " COLLATE ";
    private static final String UTC = "+00";
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern TIME = Pattern.compile("[-0-9: .]+");

    /** What its values are. */
    enum Kind {
        TEXT,
        LABELS,
        NUMBER,
        SINGLE,
        DOUBLE,
        /** A point in time, in UTC. */
        INSTANT,
        /** Any other date or time. */
        TIME,
        YEAR,
        BITS,
        BYTES
    }

    /** @param type with {@code COLLATE} and a name behind it where it has a collation */
    static MysqlReading of(String column, String type) {
        int collate = type.lastIndexOf(COLLATE);
        String plain = (collate < 0 ? type : type.substring(0, collate)).toLowerCase(Locale.ROOT);
        String collation = collate < 0 ? "" : type.substring(collate + COLLATE.length());
        int end = collation.indexOf('_');
        String word = plain.split("[( ]", 2)[0];
        Kind kind = kind(word);
        boolean large = word.endsWith("text")
                || word.endsWith("blob")
                || word.equals("json")
                || (kind == Kind.BYTES && !word.endsWith("binary"));
        return new MysqlReading(
                quote(column),
                kind,
                selected(kind, quote(column), plain),
                large,
                end < 0 ? collation : collation.substring(0, end),
                collation);
    }

    static String quote(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    private static Kind kind(String word) {
        return switch (word) {
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "json" -> Kind.TEXT;
            case "enum", "set" -> Kind.LABELS;
            case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal" -> Kind.NUMBER;
            case "float" -> Kind.SINGLE;
            case "double" -> Kind.DOUBLE;
            case "timestamp" -> Kind.INSTANT;
            case "date", "datetime", "time" -> Kind.TIME;
            case "year" -> Kind.YEAR;
            case "bit" -> Kind.BITS;
            default -> Kind.BYTES;
        };
    }

    private static String selected(Kind kind, String name, String type) {
        return switch (kind) {
            case TEXT, LABELS -> "CONVERT(" + name + " USING utf8mb4)";
            // With all digits, and room for them: a text of unsaid length may be cut to 22 characters, and one has 23.
            case SINGLE -> "CAST(" + name + " * 1E0 AS CHAR(64))";
            case DOUBLE -> "CAST(" + name + " AS CHAR(64))";
            case BITS -> "LPAD(BIN(" + name + "), " + digits(type) + ", '0')";
            case BYTES -> type.startsWith("vector") ? "CAST(" + name + " AS BINARY)" : name;
            default -> name;
        };
    }

    /** Of {@code bit(12)} the 12. */
    private static int digits(String type) {
        return Integer.parseInt(type.substring(type.indexOf('(') + 1, type.indexOf(')')));
    }

    String cell(byte[] sent) {
        return switch (kind) {
            case NUMBER -> withoutFill(new String(sent, StandardCharsets.UTF_8));
            case INSTANT -> new String(sent, StandardCharsets.UTF_8) + UTC;
            case BYTES -> "\\x" + HexFormat.of().formatHex(sent);
            default -> new String(sent, StandardCharsets.UTF_8);
        };
    }

    /** ZEROFILL is how a number is shown, and no part of it. */
    private static String withoutFill(String number) {
        int from = 0;
        while (from + 1 < number.length() && number.charAt(from) == '0' && number.charAt(from + 1) != '.') {
            from++;
        }
        return number.substring(from);
    }

    /**
     * The condition that the column stands so to a cell. The constant compares in the column's own way, so that its
     * index is used; a number that is approximate compares as a double, which its text may not be.
     */
    String compared(String operator, String cell) {
        boolean approximate = kind == Kind.SINGLE || kind == Kind.DOUBLE;
        return (approximate ? name + " * 1E0" : name) + " " + operator + " " + constant(cell);
    }

    private String constant(String cell) {
        return switch (kind) {
            case TEXT, LABELS -> "CONVERT(" + literal(cell) + " USING " + charset + ")" + COLLATE + collation;
            case INSTANT, TIME ->
                "'" + checked(TIME, cell.endsWith(UTC) ? cell.substring(0, cell.length() - UTC.length()) : cell) + "'";
            case BITS -> "b'" + checked(NUMBER, cell) + "'";
            case BYTES ->
                "X'" + HexFormat.of().formatHex(HexFormat.of().parseHex(cell.substring("\\x".length()))) + "'";
            case NUMBER, YEAR -> checked(NUMBER, cell);
            case SINGLE -> Double.toString(Float.parseFloat(cell));
            case DOUBLE -> Double.toString(Double.parseDouble(cell));
        };
    }

    private static String checked(Pattern form, String cell) {
        if (!form.matcher(cell).matches()) {
            throw new IllegalArgumentException("a key's cell that is not of its type's form");
        }
        return cell;
    }

    /** Text as its bytes, in which nothing has to be escaped. */
    private static String literal(String text) {
        return text.isEmpty()
                ? "_utf8mb4''"
                : "_utf8mb4 0x" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}

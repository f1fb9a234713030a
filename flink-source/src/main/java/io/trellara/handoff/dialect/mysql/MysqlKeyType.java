package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.KeyOrder;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** What a column's type means for keys: how they compare in Java, and how they are written into a predicate. Pure. */
final class MysqlKeyType {
    private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");
    private static final Set<String> TIMES = Set.of("date", "datetime", "timestamp", "time", "year");
    private static final Set<String> TEXTS = Set.of("char", "varchar");
    private static final Set<String> BYTES = Set.of("binary", "varbinary");

    /** Equal are equal bytes there, and nothing else: no padding, no case, no equivalent characters. */
    private static final String EXACT = "utf8mb4_0900_bin";

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern TIME = Pattern.compile("[-0-9: .]+");
    private static final String UTC = "+00";

    private MysqlKeyType() {}

    /**
     * How its values compare. Text is compared by the server's weights, and where two texts are equal there that differ
     * here, nothing may be told apart by bytes. Whether a collation's order is that of its weights is asked elsewhere
     * ({@link KeyCollations}).
     */
    static KeyOrder order(MysqlColumn column) {
        String word = column.word();
        if (INTEGERS.contains(word)) {
            return KeyOrder.INTEGER;
        }
        if (word.equals("decimal")) {
            return KeyOrder.NUMERIC;
        }
        if (BYTES.contains(word)) {
            return KeyOrder.BYTEA;
        }
        return switch (word) {
            case "date" -> KeyOrder.DATE;
            case "datetime" -> KeyOrder.TIMESTAMP;
            case "timestamp" -> KeyOrder.TIMESTAMPTZ;
            case "time", "year" -> KeyOrder.TEXT;
            default -> TEXTS.contains(word) ? ofText(column.collation()) : KeyOrder.UNORDERED;
        };
    }

    private static KeyOrder ofText(String collation) {
        return collation.equals(EXACT) ? KeyOrder.TEXT : KeyOrder.COLLATED;
    }

    /**
     * Whether a range of its values is a range of its index. It is not for enums and sets, which the server only ever
     * looks up, and for approximate numbers, whose text is not their value.
     */
    static boolean bounds(MysqlColumn column) {
        String word = column.word();
        return INTEGERS.contains(word)
                || word.equals("decimal")
                || TIMES.contains(word)
                || TEXTS.contains(word)
                || BYTES.contains(word);
    }

    /** A cell as a constant that compares with the column in the column's own way, so that its index is used. */
    static String constant(MysqlColumn column, String cell) {
        String word = column.word();
        if (BYTES.contains(word)) {
            return "X'" + HexFormat.of().formatHex(HexFormat.of().parseHex(cell.substring("\\x".length()))) + "'";
        }
        if (TEXTS.contains(word)) {
            return "CONVERT(" + MysqlText.literal(cell) + " USING " + column.charset() + ") COLLATE "
                    + column.collation();
        }
        if (TIMES.contains(word) && !word.equals("year")) {
            return "'" + checked(TIME, cell.endsWith(UTC) ? cell.substring(0, cell.length() - UTC.length()) : cell)
                    + "'";
        }
        return checked(NUMBER, cell);
    }

    private static String checked(Pattern form, String cell) {
        if (!form.matcher(cell).matches()) {
            throw new IllegalArgumentException("a key's cell that is not of its type's form");
        }
        return cell;
    }
}

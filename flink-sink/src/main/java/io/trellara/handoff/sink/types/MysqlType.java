package io.trellara.handoff.sink.types;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MySQL column's type, read from its text.
 *
 * @param text as it was read, without the collation
 * @param word {@code bigint}, {@code varchar}
 * @param length the first number in its parentheses, 0 where there is none
 * @param scale the second one
 * @param collation empty where it has none
 */
record MysqlType(String text, String word, int length, int scale, boolean unsigned, String collation) {
    private static final Pattern SIZES = Pattern.compile("\\w+\\((\\d+)(?:,\\s*(\\d+))?\\).*");
    private static final String COLLATE = " COLLATE ";
    private static final Map<String, Integer> INTEGER_BYTES =
            Map.of("tinyint", 1, "smallint", 2, "mediumint", 3, "int", 4, "bigint", 8);
    private static final Map<String, Long> LONGEST = Map.of(
            "tinytext",
            255L,
            "text",
            65_535L,
            "mediumtext",
            16_777_215L,
            "longtext",
            4_294_967_295L,
            "tinyblob",
            255L,
            "blob",
            65_535L,
            "mediumblob",
            16_777_215L,
            "longblob",
            4_294_967_295L);

    private static final Set<String> GEOMETRIES = Set.of(
            "geometry",
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geometrycollection",
            "geomcollection");

    /** Reads a {@code COLUMN_TYPE}, with {@code COLLATE} and a name behind it where it has a collation. */
    static MysqlType parse(String full) {
        int collate = full.lastIndexOf(COLLATE);
        String text = collate < 0 ? full : full.substring(0, collate);
        String collation = collate < 0 ? "" : full.substring(collate + COLLATE.length());
        int end = 0;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        String word = text.substring(0, end).toLowerCase(Locale.ROOT);
        Matcher sizes = SIZES.matcher(text);
        boolean sized = !word.equals("enum") && !word.equals("set") && sizes.matches();
        boolean unsigned = INTEGER_BYTES.containsKey(word) && text.contains(" unsigned");
        return new MysqlType(text, word, part(sizes, 1, sized), part(sizes, 2, sized), unsigned, collation);
    }

    private static int part(Matcher sizes, int group, boolean sized) {
        String digits = sized ? sizes.group(group) : null;
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** The width of an integer; 0 for all else. */
    int integerBytes() {
        return INTEGER_BYTES.getOrDefault(word, 0);
    }

    /** The most bytes of a text or a blob without a length of its own; 0 for all else. */
    long longest() {
        return LONGEST.getOrDefault(word, 0L);
    }

    /** Text of variable length; CHAR is not: it forgets blanks at its end. */
    boolean variableText() {
        return word.equals("varchar") || word.endsWith("text");
    }

    boolean variableBytes() {
        return word.equals("varbinary") || word.endsWith("blob");
    }

    /** A number of binary digits, which text only comes near to. */
    boolean approximate() {
        return word.equals("float") || word.equals("double");
    }

    boolean geometry() {
        return GEOMETRIES.contains(word);
    }

    String charset() {
        int end = collation.indexOf('_');
        return end < 0 ? collation : collation.substring(0, end);
    }

    boolean utf8() {
        return charset().equals("utf8mb4");
    }

    /** Whether it holds every whole number from the smallest to the largest of so many bytes. */
    boolean holdsInteger(int bytes, boolean withoutSign) {
        if (word.equals("decimal")) {
            return length - scale >= digits(bytes, withoutSign);
        }
        int mine = integerBytes();
        return unsigned == withoutSign ? mine >= bytes : !unsigned && mine > bytes;
    }

    /** The digits of the largest number of so many bytes. */
    static int digits(int bytes, boolean withoutSign) {
        return switch (bytes) {
            case 1 -> 3;
            case 2 -> 5;
            case 3 -> withoutSign ? 8 : 7;
            case 4 -> 10;
            default -> withoutSign ? 20 : 19;
        };
    }

    @Override
    public String toString() {
        return collation.isEmpty() ? text : text + COLLATE + collation;
    }
}

package io.trellara.handoff.sink.types;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PostgreSQL type, read from what {@code format_type} writes.
 *
 * @param name without modifier: {@code timestamp without time zone}
 * @param modified whether it has a modifier
 * @param length the modifier's first number
 * @param scale its second one
 */
record PostgresType(String name, boolean modified, int length, int scale) {
    private static final Pattern MODIFIER = Pattern.compile("\\((\\d+)(?:,(-?\\d+))?\\)");

    static PostgresType parse(String text) {
        Matcher modifier = MODIFIER.matcher(text);
        if (text.endsWith("[]") || text.startsWith("\"") || !modifier.find()) {
            return new PostgresType(text, false, 0, 0);
        }
        String name = text.substring(0, modifier.start()) + text.substring(modifier.end());
        int scale = modifier.group(2) == null ? 0 : Integer.parseInt(modifier.group(2));
        return new PostgresType(name, true, Integer.parseInt(modifier.group(1)), scale);
    }

    /** A type that a user or an extension has made: only those are qualified by a schema. */
    boolean userDefined() {
        return name.indexOf('.') >= 0;
    }

    /** Digits of a second's fraction; as many as there can be where nothing is said. */
    int fraction() {
        return modified ? length : 6;
    }

    /** Whether it takes text of that many characters, 0 for any number. */
    boolean holdsText(int characters) {
        return name.equals("text")
                || (name.equals("character varying") && (!modified || (characters > 0 && length >= characters)));
    }

    /** Whether it is a number of at least so many digits before and behind the point. */
    boolean holdsNumeric(int whole, int fraction) {
        return name.equals("numeric") && (!modified || (length - scale >= whole && scale >= fraction));
    }

    /** Whether it holds every whole number of so many bytes. */
    boolean holdsInteger(int bytes, boolean withoutSign) {
        int mine = switch (name) {
            case "smallint" -> 2;
            case "integer" -> 4;
            case "bigint" -> 8;
            default -> 0;
        };
        return (withoutSign ? mine > bytes : mine >= bytes) || holdsNumeric(MysqlType.digits(bytes, withoutSign), 0);
    }
}

package io.trellara.handoff.sink.types;

import io.trellara.handoff.config.DatabaseKind;
import java.math.BigDecimal;
import java.util.function.UnaryOperator;

/**
 * A column of a database of either kind, whose cells are brought into a form in which they are the same text exactly
 * when they mean the same value, as far as the mapped types go: {@code 1.50} and {@code 1.5}, {@code t} and {@code 1},
 * a moment with and without the zeros of its fraction. Cells are what sources of that kind give, unescaped. Pure.
 */
public final class NormalColumn {
    private final UnaryOperator<String> normal;

    private NormalColumn(UnaryOperator<String> normal) {
        this.normal = normal;
    }

    /** @param type as {@link io.trellara.handoff.model.Column#type} has it */
    public static NormalColumn of(DatabaseKind kind, String type) {
        return new NormalColumn(
                switch (kind) {
                    case POSTGRESQL -> postgres(PostgresType.parse(type));
                    case MYSQL -> mysql(MysqlType.parse(type));
                });
    }

    /** A cell that is not NULL; one that is no value of the type is an IllegalArgumentException. */
    public String of(String cell) {
        return normal.apply(cell);
    }

    private static UnaryOperator<String> postgres(PostgresType type) {
        return switch (type.name()) {
            case "smallint", "integer", "bigint", "numeric", "oid" -> NormalColumn::number;
            case "real" -> NormalColumn::single;
            case "double precision" -> NormalColumn::real;
            case "boolean" -> NormalColumn::truth;
            case "character", "bpchar" -> NormalColumn::unpadded;
            case "timestamp without time zone", "timestamp with time zone", "time without time zone" ->
                NormalColumn::moment;
            case "interval" -> NormalColumn::moment;
            case "json", "jsonb" -> JsonText::normal;
            default -> NormalColumn::same;
        };
    }

    private static UnaryOperator<String> mysql(MysqlType type) {
        return switch (type.word()) {
            case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "year" -> NormalColumn::number;
            case "float" -> NormalColumn::single;
            case "double" -> NormalColumn::real;
            case "datetime", "timestamp", "time" -> NormalColumn::moment;
            case "json" -> JsonText::normal;
            default -> NormalColumn::same;
        };
    }

    private static String same(String cell) {
        return cell;
    }

    /** As PostgreSQL prints it, or as MySQL's number that is written into it. */
    private static String truth(String cell) {
        return switch (cell) {
            case "t", "1" -> "1";
            case "f", "0" -> "0";
            default -> cell; // a number that is no truth value
        };
    }

    private static String number(String cell) {
        if (cell.equals("NaN") || cell.endsWith("Infinity")) {
            return cell;
        }
        BigDecimal number = new BigDecimal(cell);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static String unpadded(String cell) {
        int end = cell.length();
        while (end > 0 && cell.charAt(end - 1) == ' ') {
            end--;
        }
        return cell.substring(0, end);
    }

    private static String single(String cell) {
        return Float.toString(Float.parseFloat(cell));
    }

    private static String real(String cell) {
        return Double.toString(Double.parseDouble(cell));
    }

    /** Without the zone, which is UTC on both sides, and without a fraction's zeros. */
    private static String moment(String cell) {
        String plain = cell.endsWith("+00") ? cell.substring(0, cell.length() - "+00".length()) : cell;
        if (plain.indexOf('.') < 0) {
            return plain;
        }
        int end = plain.length();
        while (plain.charAt(end - 1) == '0') {
            end--;
        }
        return plain.substring(0, plain.charAt(end - 1) == '.' ? end - 1 : end);
    }
}

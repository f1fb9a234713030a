package io.trellara.handoff.verify.rows;

import io.trellara.handoff.config.DatabaseKind;
import java.util.List;

/**
 * A type of a key on both kinds, with values in order, as the source prints them.
 *
 * @param ordered whether both servers order it so
 */
record KeyCase(String postgres, String mysql, boolean ordered, List<String> values) {
    private static final List<String> TEXTS = List.of(
            "", " ", "'", "\"", "A", "Z\\", "\\", "\\N", "\\x41", "a", "a ", "a\tb", "a\nb", "it''s", "ä", "日本", "😀",
            "%_");

    static List<KeyCase> of(DatabaseKind source) {
        return source == DatabaseKind.MYSQL ? ofMysql() : ofPostgres();
    }

    private static List<KeyCase> ofPostgres() {
        return List.of(
                new KeyCase(
                        "bigint", "bigint", true, List.of("-9223372036854775808", "-1", "0", "9223372036854775807")),
                new KeyCase("numeric(12,3)", "decimal(12,3)", true, List.of("-5.500", "0.001", "1.000", "10.000")),
                new KeyCase(
                        "uuid",
                        "binary(16)",
                        true,
                        List.of("0fa3c1d2-0000-4000-8000-000000000001", "ffa3c1d2-0000-4000-8000-000000000001")),
                new KeyCase("bytea", "varbinary(100)", true, List.of("\\x", "\\x00", "\\x005c27", "\\x5c", "\\xff")),
                new KeyCase("date", "date", true, List.of("0999-01-01", "2026-02-28", "9999-12-31")),
                new KeyCase(
                        "timestamptz",
                        "datetime(6)",
                        true,
                        List.of("2026-01-01 00:00:00+00", "2026-01-01 00:00:00.000001+00", "2026-03-29 01:30:00+00")),
                new KeyCase("boolean", "tinyint(1)", true, List.of("f", "t")),
                new KeyCase("real", "float", false, List.of("-1.5", "0.1", "1e+20", "16777216")),
                new KeyCase("double precision", "double", false, List.of("-1.5", "0.1", "1e+100", "1e-05")),
                new KeyCase("bit(4)", "bit(4)", false, List.of("0000", "0101", "1111")),
                new KeyCase("text", "varchar(100) COLLATE utf8mb4_0900_bin", false, TEXTS));
    }

    private static List<KeyCase> ofMysql() {
        return List.of(
                new KeyCase(
                        "numeric(20,0)",
                        "bigint unsigned",
                        true,
                        List.of("0", "9223372036854775807", "9223372036854775808", "18446744073709551615")),
                new KeyCase("integer", "mediumint zerofill", true, List.of("0", "42", "16777215")),
                new KeyCase("numeric(12,3)", "decimal(12,3)", true, List.of("-5.500", "0.001", "1.000", "10.000")),
                new KeyCase("bytea", "varbinary(100)", true, List.of("\\x", "\\x00", "\\x005c27", "\\x5c", "\\xff")),
                new KeyCase("bytea", "binary(3)", true, List.of("\\x000000", "\\x005c27", "\\xffffff")),
                new KeyCase("date", "date", true, List.of("0999-01-01", "2026-02-28", "9999-12-31")),
                new KeyCase(
                        "timestamp(6)",
                        "datetime(6)",
                        true,
                        List.of("2026-01-01 00:00:00.000000", "2026-01-01 00:00:00.000001")),
                new KeyCase(
                        "timestamptz(3)",
                        "timestamp(3)",
                        true,
                        List.of("2026-01-01 00:00:00.000+00", "2026-03-29 01:30:00.500+00")),
                new KeyCase("interval(0)", "time", false, List.of("-838:59:59", "00:00:01", "100:00:00")),
                new KeyCase("smallint", "year", false, List.of("0000", "1999", "2026")),
                new KeyCase("text", "enum('it''s','b') COLLATE utf8mb4_0900_ai_ci", false, List.of("it's", "b")),
                new KeyCase("real", "float", false, List.of("-1.5", "0.1", "1e20", "16777216")),
                new KeyCase("bit(4)", "bit(4)", false, List.of("0000", "0101", "1111")),
                new KeyCase(
                        "text", "varchar(20) COLLATE latin1_swedish_ci", false, List.of("", "'", "a\\b", "ä", "b ")),
                new KeyCase("text", "varchar(100) COLLATE utf8mb4_0900_bin", false, TEXTS));
    }

    String type(boolean onMysql) {
        return onMysql ? mysql : postgres;
    }

    /** A value as SQL of one kind. */
    String literal(boolean onMysql, String value) {
        if (!onMysql) {
            String zoned = value;
            return "E'" + zoned.replace("\\", "\\\\").replace("'", "''") + "'"
                    + (postgres.startsWith("bit") ? "::bit(4)" : "");
        }
        if (mysql.contains("binary")) {
            return "X'" + (value.startsWith("\\x") ? value.substring(2) : value.replace("-", "")) + "'";
        }
        if (postgres.equals("boolean")) {
            return value.equals("t") ? "1" : "0";
        }
        if (mysql.startsWith("bit")) {
            return "b'" + value + "'";
        }
        String plain = value.endsWith("+00") ? value.substring(0, value.length() - 3) : value;
        return "'" + plain.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    @Override
    public String toString() {
        return postgres + "/" + mysql;
    }
}

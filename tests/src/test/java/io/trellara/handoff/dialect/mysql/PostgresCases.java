package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.TestServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Types of PostgreSQL with their edge values, those that MySQL does not hold included. */
final class PostgresCases {
    /** So many of the values are not held. */
    static final int UNHELD = 29;

    /** So many more by a server that may read JSON's numbers wrong. */
    static final int UNHELD_SWIFTLY = 2;

    private static final String NINES = "9".repeat(35) + "." + "9".repeat(30);

    private PostgresCases() {}

    private record Case(String type, List<String> values) {
        Case(String type, String... values) {
            this(type, List.of(values));
        }
    }

    private static final List<Case> CASES = List.of(
            new Case("smallint", "-32768", "32767", "0"),
            new Case("integer", "-2147483648", "2147483647"),
            new Case("bigint", "-9223372036854775808", "9223372036854775807"),
            new Case("oid", "4294967295", "0"),
            new Case(
                    "numeric",
                    NINES,
                    "-" + NINES,
                    "0",
                    "1.50",
                    "100",
                    "NaN",
                    "Infinity",
                    "-Infinity",
                    "1e-31",
                    "1e35",
                    "0.0000000000000000000000000000000",
                    "1e-30"),
            new Case("numeric(10,2)", "99999999.99", "-0.01", "NaN"),
            new Case("numeric(5,-2)", "1234500", "-100"),
            new Case("numeric(3,5)", "0.00999", "-0.00001"),
            new Case("numeric(65,30)", NINES),
            new Case(
                    "real",
                    "0.1",
                    "-3.4028235e38",
                    "1.17549435e-38",
                    "1e-45",
                    "16777217",
                    "-0",
                    "1e20",
                    "NaN",
                    "Infinity",
                    "-Infinity"),
            new Case(
                    "double precision",
                    "0.1",
                    "-1.7976931348623157e308",
                    "2.2250738585072014e-308",
                    "5e-324",
                    "1e100",
                    "-0",
                    "9007199254740993",
                    "1e23",
                    "NaN",
                    "Infinity",
                    "-Infinity"),
            new Case("boolean", "t", "f"),
            new Case(
                    "text",
                    "",
                    " ",
                    "a  ",
                    "tab\tnew\nreturn\rback\\slash\\N",
                    "\f\u000b\b\u0001\u001a\u007f",
                    "\"'`%_",
                    "äß€😀",
                    "\\.",
                    "NULL",
                    "\\N",
                    "x".repeat(70_000),
                    "\u00a0\u200b\u2028\ufffd\uffff"),
            new Case("varchar(40)", "", "a  ", "😀".repeat(40), "\\t\\0\\Z\\%"),
            new Case("varchar(300)", "é".repeat(300)),
            new Case("varchar", "any"),
            new Case("char(5)", "", "a", "a b  ", "  x"),
            new Case("char(300)", "x  "),
            new Case("bpchar", "x  ", ""),
            new Case("name", "a name"),
            new Case("\"char\"", "x", ""),
            new Case("bytea", "\\x", "\\x00ff5c0a09", "\\x" + "00".repeat(70_000)),
            new Case(
                    "date",
                    "0001-01-01",
                    "9999-12-31",
                    "2024-02-29",
                    "1582-10-10",
                    "infinity",
                    "-infinity",
                    "10000-01-01",
                    "0044-03-15 BC"),
            new Case(
                    "timestamp",
                    "0001-01-01 00:00:00",
                    "9999-12-31 23:59:59.999999",
                    "2026-11-30 10:00:00.1",
                    "infinity",
                    "-infinity",
                    "294276-12-31 23:59:59.999999",
                    "4713-01-01 00:00:00 BC"),
            new Case("timestamp(3)", "2026-11-30 10:00:00.123"),
            new Case(
                    "timestamptz",
                    "0001-01-01 00:00:00+00",
                    "9999-12-31 23:59:59.999999+00",
                    "1969-12-31 23:59:59.5+00",
                    "2026-03-29 02:30:00+02",
                    "infinity",
                    "294276-12-31 23:59:59+00",
                    "0001-12-31 00:00:00+00 BC"),
            new Case("timestamptz(0)", "2038-01-19 03:14:08+00"),
            new Case("time", "00:00:00", "24:00:00", "23:59:59.999999"),
            new Case("time(3)", "12:00:00.5"),
            new Case("timetz", "24:00:00-15:59", "12:00:00+00"),
            new Case("interval", "-1 year -2 mons +3 days -04:05:06.789", "00:00:00", "178000000 years"),
            new Case("uuid", "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"),
            new Case(
                    "json",
                    "{\"a\":  1, \"b\": [1.50, -1e-7, \"\\u0000\\ud83d\\ude00\"]}",
                    "[]",
                    "\"x\"",
                    "null",
                    "{\"a\": 1, \"a\": 2}",
                    "12345678901234567890123",
                    "1e400",
                    "\n{ }\t",
                    "-0"),
            new Case(
                    "jsonb",
                    "{\"\": {\"k\": [true, null, 18446744073709551615, -9223372036854775808]}}",
                    "0.1",
                    "0.1234567890123456789",
                    "1e100",
                    "[0.30000000000000004, 5e-324, 1.7976931348623157e308]",
                    "123456789012345678901234567890",
                    "\"\\u0001\\t\\\"\\\\ä😀/\"",
                    "[".repeat(99) + "1" + "]".repeat(99),
                    "[".repeat(101) + "]".repeat(101)),
            new Case("bit(1)", "0", "1"),
            new Case("bit(64)", "1".repeat(64), "0".repeat(63) + "1"),
            new Case("bit(65)", "01".repeat(32) + "0"),
            new Case("varbit", "", "0010"),
            new Case("varbit(3)", "01"),
            new Case("money", "-1234.50"),
            new Case("integer[]", "{1,NULL,-3}", "{}"),
            new Case("text[]", "{{\"a,b\",\"NULL\"},{\"{}\",NULL}}"),
            new Case("int4range", "[1,5)", "empty"),
            new Case("int8multirange", "{[1,3),[5,8)}"),
            new Case("inet", "::1/64"),
            new Case("xml", "<a>&amp;</a>"),
            new Case("tsvector", "a:1A fat:2B,4C"),
            new Case("point", "(1e-300,-0)"),
            new Case("pg_lsn", "16/B374D848"),
            new Case("mood", "sad", "it's \\fine"),
            new Case("positive", "0.0001"),
            new Case("pair", "(Infinity,\"q\"\"\\\\\t,\")"));

    /** Creates and fills a table for each type, and reads them. */
    static List<CrossedTable> fill(ConnectionConfig database, PostgresSide side, String schema) throws SQLException {
        TestServer.execute(
                database,
                "CREATE TYPE mood AS ENUM ('sad', 'it''s \\fine')",
                "CREATE TYPE pair AS (n numeric, note text)",
                "CREATE DOMAIN positive AS numeric(20,4) CHECK (VALUE > 0)");
        List<CrossedTable> tables = new ArrayList<>();
        for (Case each : CASES) {
            String name = "t" + tables.size();
            StringBuilder rows = new StringBuilder("(0, NULL)");
            for (int i = 0; i < each.values().size(); i++) {
                rows.append(", (" + (i + 1) + ", '" + each.values().get(i).replace("'", "''") + "')");
            }
            TestServer.execute(
                    database,
                    "CREATE TABLE " + name + " (id int PRIMARY KEY, v " + each.type() + ")",
                    "INSERT INTO " + name + " VALUES " + rows);
            tables.add(side.table(name, schema, 1));
        }
        return tables;
    }
}

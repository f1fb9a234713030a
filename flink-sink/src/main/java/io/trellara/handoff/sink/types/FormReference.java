package io.trellara.handoff.sink.types;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;

/** Edge values of both sides as their documentation shows them: what form they have, and whether they are the same. */
public final class FormReference {
    private static final DatabaseKind P = DatabaseKind.POSTGRESQL;
    private static final DatabaseKind M = DatabaseKind.MYSQL;

    private FormReference() {}

    /**
     * A value at the source beside one at the target.
     *
     * @param form the source's normal form; empty where the target cannot hold the value
     * @param same whether the target holds what the job writes of the source's
     */
    public record Row(Cell source, Cell target, String form, boolean same, String remark) {}

    /** A cell as a source of its kind gives it. */
    public record Cell(DatabaseKind kind, String type, String text) {}

    /** All of them. */
    public static List<Row> rows() {
        return List.of(
                row(P, "numeric", "1.50", M, "decimal(65,30)", "1.500000000000000000000000000000", "scale"),
                row(P, "numeric", "NaN", M, "decimal(65,30)", "0", "not held"),
                row(P, "integer", "7", P, "numeric", "7.00", "scale"),
                row(M, "bigint unsigned", "18446744073709551615", P, "numeric(20,0)", "18446744073709551615", ""),
                row(M, "year", "0000", P, "smallint", "0", ""),
                row(P, "double precision", "-0", M, "double", "-0", ""),
                row(P, "double precision", "-0", M, "double", "0", "0 and -0 are two values"),
                row(P, "double precision", "1e+100", M, "double", "1e100", "digits"),
                row(P, "double precision", "Infinity", M, "double", "1.7976931348623157e308", "not held"),
                row(P, "real", "0.1", M, "float", "0.10000000149011612", "a float, with all its digits as a double"),
                row(M, "float", "0.1", P, "real", "0.1", ""),
                row(P, "boolean", "t", M, "tinyint(1)", "1", ""),
                row(M, "tinyint(1)", "1", P, "boolean", "t", ""),
                row(M, "tinyint(1)", "2", P, "boolean", "t", "no truth value"),
                row(M, "bit(1)", "0", P, "boolean", "f", ""),
                row(P, "text", "a", M, "longtext COLLATE utf8mb4_0900_bin", "a ", "blanks at the end"),
                row(P, "text", "a", M, "longtext COLLATE utf8mb4_0900_ai_ci", "A", "whatever the collation"),
                row(P, "text", "\u00e4", M, "longtext COLLATE utf8mb4_0900_bin", "a\u0308", "NFC and NFD"),
                row(P, "character(3)", "a  ", M, "char(3) COLLATE utf8mb4_0900_bin", "a", "padding is no part of it"),
                row(M, "char(3) COLLATE utf8mb4_0900_ai_ci", "a", P, "character varying(3)", "a", ""),
                row(P, "boolean", "t", M, "longtext COLLATE utf8mb4_0900_bin", "t", "as the source prints it"),
                row(P, "numeric", "1.50", M, "longtext COLLATE utf8mb4_0900_bin", "1.5", "text, byte by byte"),
                row(M, "double", "1e20", P, "text", "100000000000000000000", "a number all the same"),
                row(P, "bytea", "\\x00", M, "longblob", "\\x0000", "zero bytes count"),
                row(
                        P,
                        "uuid",
                        "0fa3c1d2-0000-4000-8000-000000000001",
                        M,
                        "binary(16)",
                        "\\x0fa3c1d2000040008000000000000001",
                        ""),
                row(P, "date", "infinity", M, "date", "9999-12-31", "not held"),
                row(
                        P,
                        "timestamp with time zone",
                        "2026-11-30 10:00:00.5+00",
                        M,
                        "datetime(6)",
                        "2026-11-30 10:00:00.500000",
                        "in UTC"),
                row(
                        M,
                        "timestamp",
                        "2026-11-30 10:00:00+00",
                        P,
                        "timestamp(0) with time zone",
                        "2026-11-30 10:00:00+00",
                        "in UTC"),
                row(M, "date", "0000-00-00", P, "date", "0001-01-01", "not held"),
                row(M, "datetime", "0000-00-00 00:00:00", M, "datetime(6)", "0000-00-00 00:00:00.000000", "zero dates"),
                row(M, "time(3)", "-838:59:59.100", P, "interval(3)", "-838:59:59.1", "beyond a day"),
                row(P, "jsonb", "{\"b\": 1.50, \"a\": 1E2}", M, "json", "{\"a\": 100, \"b\": 1.5}", "order and digits"),
                row(P, "jsonb", "1", M, "json", "\"1\"", ""),
                row(P, "json", "{\"a\": 1, \"a\": 2}", M, "json", "{\"a\": 2}", "not held"),
                row(M, "json", "[1.0, \"\\u00e4\"]", P, "jsonb", "[1, \"\u00e4\"]", "escapes"),
                row(M, "enum('a','b') COLLATE utf8mb4_0900_ai_ci", "a", P, "text", "A", ""),
                row(M, "set('a','b') COLLATE utf8mb4_0900_ai_ci", "a,b", P, "text", "a,b", ""),
                row(P, "bit(3)", "010", M, "bit(3)", "010", ""),
                row(
                        P,
                        "interval",
                        "1 day",
                        M,
                        "longtext COLLATE utf8mb4_0900_bin",
                        "1 day",
                        "as PostgreSQL prints it"));
    }

    private static Row row(
            DatabaseKind source,
            String type,
            String cell,
            DatabaseKind target,
            String there,
            String other,
            String remark) {
        RelationSchema schema = new RelationSchema(
                new Relation("s", "t"),
                List.of(
                        new Column("k", source == M ? "int" : "integer", 0, false, KeyOrder.INTEGER),
                        new Column("c", type, 0, true, KeyOrder.UNORDERED)),
                List.of(0),
                "0".repeat(64));
        ColumnPair pair = RelationMapping.of(source, target, TargetVersion.CURRENT, schema)
                .pair(1, there);
        String form = pair.formOfSource(cell).orElse("");
        boolean same = pair.formOfSource(cell).equals(java.util.Optional.of(pair.ofTarget(other)));
        return new Row(new Cell(source, type, cell), new Cell(target, there, other), form, same, remark);
    }
}

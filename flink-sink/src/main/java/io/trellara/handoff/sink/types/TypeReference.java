package io.trellara.handoff.sink.types;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import java.util.List;
import java.util.stream.Stream;

/** The tables as their documentation shows them: every row is what the code answers. */
public final class TypeReference {
    private static final List<String> POSTGRES = List.of(
            "smallint",
            "integer",
            "bigint",
            "numeric(12,2)",
            "numeric(5,-2)",
            "numeric",
            "numeric(70,2)",
            "real",
            "double precision",
            "boolean",
            "character varying(40)",
            "character varying(1000)",
            "text",
            "character(5)",
            "bpchar",
            "name",
            "bytea",
            "date",
            "timestamp without time zone",
            "timestamp(3) without time zone",
            "timestamp with time zone",
            "time without time zone",
            "time with time zone",
            "interval",
            "uuid",
            "json",
            "jsonb",
            "bit(8)",
            "bit(100)",
            "bit varying",
            "oid",
            "money",
            "inet",
            "xml",
            "tsvector",
            "integer[]",
            "int4range",
            "public.your_enum_domain_or_composite");

    private static final List<String> MYSQL = List.of(
            "tinyint(1)",
            "tinyint",
            "tinyint unsigned",
            "smallint",
            "smallint unsigned",
            "mediumint",
            "mediumint unsigned",
            "int",
            "int unsigned",
            "bigint",
            "bigint unsigned",
            "decimal(65,30)",
            "float",
            "double",
            "bit(1)",
            "bit(64)",
            "year",
            "date",
            "datetime",
            "datetime(6)",
            "timestamp",
            "timestamp(6)",
            "time",
            "time(6)",
            "char(5) COLLATE utf8mb4_0900_ai_ci",
            "varchar(40) COLLATE latin1_swedish_ci",
            "tinytext COLLATE utf8mb4_0900_ai_ci",
            "longtext COLLATE utf8mb4_0900_ai_ci",
            "binary(16)",
            "varbinary(40)",
            "longblob",
            "enum('a','b') COLLATE utf8mb4_0900_ai_ci",
            "set('a','b') COLLATE utf8mb4_0900_ai_ci",
            "json",
            "geometry",
            "vector(3)");

    /** What holds of all pairs, in paragraphs of Markdown. */
    public static final List<String> GENERAL = TypeReasons.GENERAL;

    private TypeReference() {}

    /**
     * One pair.
     *
     * @param reasons paragraphs
     */
    public record Pair(String title, List<String> reasons, List<Row> rows) {
        public Pair {
            reasons = List.copyOf(reasons);
            rows = List.copyOf(rows);
        }
    }

    /**
     * One type.
     *
     * @param created empty where it is refused
     * @param asKey in Markdown: the same as the whole of a key, where that differs; empty where it does not
     */
    public record Row(String source, String created, String asKey, String remark) {}

    /** All pairs. */
    public static List<Pair> pairs() {
        return List.of(
                pair("PostgreSQL to MySQL", TypeReasons.POSTGRES_TO_MYSQL, DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL),
                pair("MySQL to PostgreSQL", TypeReasons.MYSQL_TO_POSTGRES, DatabaseKind.MYSQL, DatabaseKind.POSTGRESQL),
                pair("MySQL to MySQL", TypeReasons.MYSQL_TO_MYSQL, DatabaseKind.MYSQL, DatabaseKind.MYSQL),
                new Pair("PostgreSQL to PostgreSQL", TypeReasons.POSTGRES_TO_POSTGRES, List.of()));
    }

    private static Pair pair(String title, List<String> reasons, DatabaseKind source, DatabaseKind target) {
        TypeMap types = TypeMap.of(source, target, TargetVersion.CURRENT);
        Stream<String> samples = (source == DatabaseKind.POSTGRESQL ? POSTGRES : MYSQL).stream();
        return new Pair(
                title,
                reasons,
                samples.map(type -> row(types, type))
                        .filter(row -> source != target || !row.remark().isEmpty())
                        .toList());
    }

    private static Row row(TypeMap types, String type) {
        Column column = new Column("c", type, 0, false, KeyOrder.UNORDERED);
        ColumnMapping value = types.map(column, ColumnRole.VALUE);
        ColumnMapping key = types.map(column, ColumnRole.key(KeyRoom.MOST));
        return new Row(type, value.type(), asKey(value, key), value.remark());
    }

    private static String asKey(ColumnMapping value, ColumnMapping key) {
        if (!key.created()) {
            return key.remark().equals(value.remark()) ? "" : key.remark();
        }
        String type = key.type().equals(value.type()) ? "" : "`" + key.type() + "`";
        boolean more = !key.remark().isEmpty() && !key.remark().equals(value.remark());
        return type + (more ? " " + key.remark() : "");
    }
}

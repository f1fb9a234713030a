package io.trellara.handoff.sink.types;

import io.trellara.handoff.model.Column;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * From MySQL to PostgreSQL. Text goes under the database's own collation, where equal is what is the same: a source's
 * key that calls more texts equal never holds two of them at once, and tells a change between them as a delete and an
 * upsert.
 */
final class MysqlToPostgres implements TypeMap {
    private static final CellConversion TEXT = new NulFreeCell();

    @Override
    public TargetLimits limits() {
        return TargetLimits.POSTGRESQL;
    }

    @Override
    public boolean leavesOut() {
        return false;
    }

    @Override
    public ColumnMapping map(Column column, ColumnRole role) {
        MysqlType type = MysqlType.parse(column.type());
        ColumnMapping mapping = map(type);
        Holder asText = target -> !role.key() && target.equals("text") ? Optional.of(TEXT) : Optional.empty();
        return new ColumnMapping(
                mapping.type(),
                mapping.refusal(),
                mapping.remark(),
                mapping.holder().or(asText));
    }

    private static ColumnMapping map(MysqlType type) {
        return switch (type.word()) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> integer(type);
            case "decimal" -> decimal(type);
            case "float" -> same("real", "", t -> t.name().equals("real"));
            case "double" -> same("double precision", "", t -> t.name().equals("double precision"));
            case "bit" -> bit(type);
            case "year" -> same("smallint", "0000 is 0", t -> t.holdsInteger(2, false));
            case "date" -> moment(type, "date", t -> t.name().equals("date"));
            case "datetime" -> stamp(type, " without time zone");
            case "timestamp" -> stamp(type, " with time zone");
            case "time" -> time(type);
            default -> textual(type);
        };
    }

    private static ColumnMapping textual(MysqlType type) {
        return switch (type.word()) {
            case "char", "varchar" -> text("character varying(" + type.length() + ")", type.length());
            case "tinytext", "text", "mediumtext", "longtext" -> text("text", 0);
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> bytes("");
            case "vector" -> bytes("four bytes a number, the lowest first");
            case "enum" ->
                ColumnMapping.held(
                        "text",
                        "the label; an existing type of your own will do too",
                        holder(t -> t.holdsText(0) || t.userDefined(), TEXT));
            case "set" -> ColumnMapping.held("text", "the labels, with commas", holder(t -> t.holdsText(0), TEXT));
            case "json" ->
                ColumnMapping.held(
                        "jsonb",
                        "U+0000 in a string halts; an existing json will do too",
                        holder(t -> t.name().equals("jsonb"), new NulFreeJsonCell())
                                .or(holder(t -> t.name().equals("json"), CellConversion.NONE)));
            default ->
                type.geometry()
                        ? bytes("MySQL's own form: four bytes of SRID, then WKB")
                        : ColumnMapping.refused("not a type that is known", Holder.NONE);
        };
    }

    private static ColumnMapping integer(MysqlType type) {
        int bytes = type.integerBytes();
        boolean unsigned = type.unsigned();
        String declared = switch (unsigned && bytes > 1 ? bytes + 1 : bytes) {
            case 1, 2 -> "smallint";
            case 3, 4 -> "integer";
            case 5, 8 -> "bigint";
            default -> "numeric(20,0)";
        };
        boolean truth = type.text().startsWith("tinyint(1)");
        return same(
                declared,
                truth ? "any number it holds; an existing boolean will do for 0 and 1" : "",
                t -> t.holdsInteger(bytes, unsigned) || (truth && t.name().equals("boolean")));
    }

    private static ColumnMapping decimal(MysqlType type) {
        return same(
                "numeric(" + type.length() + "," + type.scale() + ")",
                "",
                t -> t.holdsNumeric(type.length() - type.scale(), type.scale()));
    }

    private static ColumnMapping bit(MysqlType type) {
        int bits = type.length();
        return same("bit(" + bits + ")", bits == 1 ? "an existing boolean will do too" : "", t -> switch (t.name()) {
            case "bit" -> (t.modified() ? t.length() : 1) == bits;
            case "bit varying" -> !t.modified() || t.length() >= bits;
            default -> bits == 1 && t.name().equals("boolean");
        });
    }

    private static ColumnMapping stamp(MysqlType type, String zone) {
        return moment(
                type,
                "timestamp(" + type.length() + ")" + zone,
                t -> t.name().equals("timestamp" + zone) && t.fraction() >= type.length());
    }

    private static ColumnMapping moment(MysqlType type, String declared, Predicate<PostgresType> holds) {
        return ColumnMapping.held(
                declared,
                "zero " + type.word() + "s, and days that no calendar has, halt",
                holder(holds, new CalendarCell()));
    }

    private static ColumnMapping time(MysqlType type) {
        Holder span = holder(t -> t.name().equals("interval") && t.fraction() >= type.length(), CellConversion.NONE);
        Holder day = holder(
                t -> t.name().equals("time without time zone") && t.fraction() >= type.length(), new DayTimeCell());
        return ColumnMapping.held(
                "interval(" + type.length() + ")",
                "MySQL's may be negative, or longer than a day; into an existing time those halt",
                span.or(day));
    }

    private static ColumnMapping text(String declared, int characters) {
        return ColumnMapping.held(declared, "U+0000 halts", holder(t -> t.holdsText(characters), TEXT));
    }

    private static ColumnMapping bytes(String remark) {
        return same("bytea", remark, t -> t.name().equals("bytea"));
    }

    private static ColumnMapping same(String declared, String remark, Predicate<PostgresType> holds) {
        return ColumnMapping.held(declared, remark, holder(holds, CellConversion.NONE));
    }

    private static Holder holder(Predicate<PostgresType> holds, CellConversion cell) {
        return text -> Optional.of(PostgresType.parse(text)).filter(holds).map(type -> cell);
    }
}

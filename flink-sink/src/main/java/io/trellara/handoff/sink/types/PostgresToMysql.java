package io.trellara.handoff.sink.types;

import io.trellara.handoff.model.Column;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * From PostgreSQL to MySQL. What MySQL has no type for is kept as the text that PostgreSQL prints and reads. Text is
 * created under a collation that tells all texts apart, as PostgreSQL does; as a key it needs one that does not pad
 * with blanks either, which MySQL has from 8.0.17 on.
 */
final class PostgresToMysql implements TypeMap {
    private static final String EXACT = "utf8mb4_0900_bin";
    private static final String PADDED = "utf8mb4_bin";
    private static final int CHARACTER_BYTES = 4;

    /** An index's longest key part, in characters. */
    private static final int LONGEST_KEY = 768;

    /** A longer VARCHAR is better kept outside its row. */
    private static final int LONGEST_INSIDE = 255;

    private static final int MOST_DIGITS = 65, MOST_SCALE = 30;

    /** As long as the text of any type can become. */
    private static final int ANY = 0;

    private final boolean exact;
    private final boolean swift;

    PostgresToMysql(TargetVersion version) {
        this.exact = version.atLeast(8, 0, 17);
        this.swift = version.readsJsonSwiftly();
    }

    @Override
    public TargetLimits limits() {
        return TargetLimits.MYSQL;
    }

    @Override
    public boolean leavesOut() {
        return true;
    }

    @Override
    public ColumnMapping map(Column column, ColumnRole role) {
        ColumnMapping mapping = map(PostgresType.parse(column.type()), role);
        Holder asText = type -> !role.key() && MysqlType.parse(type).text().equals("longtext")
                ? Optional.<CellConversion>of(TextCell.ANY)
                : Optional.empty();
        return new ColumnMapping(
                mapping.type(),
                mapping.refusal(),
                mapping.remark(),
                mapping.holder().or(asText));
    }

    private ColumnMapping map(PostgresType type, ColumnRole role) {
        return switch (type.name()) {
            case "smallint" -> same("smallint", "", t -> t.holdsInteger(2, false));
            case "integer" -> same("int", "", t -> t.holdsInteger(4, false));
            case "bigint" -> same("bigint", "", t -> t.holdsInteger(8, false));
            case "oid" -> same("int unsigned", "", t -> t.holdsInteger(4, true));
            case "numeric" -> numeric(type);
            case "real" -> held("float", "NaN and infinity halt", t -> t.text().equals("float"), new FloatCell(true));
            case "double precision" ->
                held("double", "NaN and infinity halt", t -> t.text().equals("double"), new FloatCell(false));
            case "boolean" ->
                held(
                        "tinyint(1)",
                        "0 and 1",
                        t -> t.holdsInteger(1, false) || t.holdsInteger(1, true),
                        new BooleanCell());
            case "bytea" -> bytes(role);
            case "date", "timestamp without time zone", "timestamp with time zone" -> moment(type);
            case "time without time zone" ->
                same(
                        "time" + fraction(type),
                        "24:00:00 too",
                        t -> t.word().equals("time") && t.length() >= type.fraction());
            case "uuid" -> uuid();
            case "json", "jsonb" -> json(type, role);
            case "bit" -> bits(type, role);
            default -> textual(type, role);
        };
    }

    private ColumnMapping textual(PostgresType type, ColumnRole role) {
        return switch (type.name()) {
            case "text" -> text(role, ANY, true, "");
            case "character varying" -> text(role, type.length(), true, "");
            case "character" -> character(type, role);
            case "bpchar" -> text(role, ANY, false, "blanks at the end are no part of the value");
            case "name" -> text(role, 63, true, "");
            case "\"char\"" -> text(role, 4, true, "");
            case "bit varying" -> text(role, type.length(), true, "as binary digits");
            default -> text(role, ANY, true, "as the text that PostgreSQL prints");
        };
    }

    private static ColumnMapping numeric(PostgresType type) {
        int scale = type.modified() ? Math.max(type.scale(), 0) : MOST_SCALE;
        int whole = type.modified() ? Math.max(type.length() - type.scale(), 0) : MOST_DIGITS - MOST_SCALE;
        Holder holder = text -> {
            MysqlType target = MysqlType.parse(text);
            boolean holds = target.word().equals("decimal")
                    && (!type.modified() || (target.length() - target.scale() >= whole && target.scale() >= scale));
            return holds
                    ? Optional.of(new DecimalCell(target.length() - target.scale(), target.scale()))
                    : Optional.empty();
        };
        if (whole + scale > MOST_DIGITS || scale > MOST_SCALE) {
            return ColumnMapping.refused("DECIMAL has at most 65 digits, 30 of them behind the point", holder);
        }
        String remark = type.modified()
                ? "NaN halts"
                : "more than 35 digits before or 30 behind the point halt, as do NaN and infinity";
        return ColumnMapping.held("decimal(" + Math.max(whole + scale, 1) + "," + scale + ")", remark, holder);
    }

    private static ColumnMapping bytes(ColumnRole role) {
        String type = role.key() ? "varbinary(" + role.room() + ")" : "longblob";
        Predicate<MysqlType> holds = role.key() ? t -> t.word().equals("varbinary") : MysqlType::variableBytes;
        String remark = role.key() ? "longer values halt" : "";
        return ColumnMapping.held(type, remark, holder(holds, t -> {
            long longest = t.word().equals("varbinary") ? t.length() : t.longest();
            return t.word().equals("longblob") ? CellConversion.NONE : new BytesCell(longest);
        }));
    }

    private static ColumnMapping moment(PostgresType type) {
        boolean zoned = type.name().equals("timestamp with time zone");
        String declared = type.name().equals("date") ? "date" : "datetime" + fraction(type);
        Predicate<MysqlType> holds = t -> type.name().equals("date")
                ? t.word().equals("date")
                : t.length() >= type.fraction()
                        && (t.word().equals("datetime") || (zoned && t.word().equals("timestamp")));
        String remark = zoned
                ? "in UTC; infinity and what is outside the years 1 to 9999 halt; an existing TIMESTAMP will do too"
                : "infinity and what is outside the years 1 to 9999 halt";
        return ColumnMapping.held(
                declared,
                remark,
                holder(holds, t -> new MomentCell(zoned && t.word().equals("datetime"))));
    }

    private static String fraction(PostgresType type) {
        return type.fraction() == 0 ? "" : "(" + type.fraction() + ")";
    }

    private static ColumnMapping uuid() {
        Holder text = holder(
                t -> (t.word().equals("char") || t.word().equals("varchar")) && t.length() >= 36,
                t -> CellConversion.NONE);
        Holder bytes = holder(t -> t.text().equals("binary(16)"), t -> new UuidCell());
        return ColumnMapping.held("char(36) COLLATE ascii_bin", "an existing binary(16) will do too", text.or(bytes));
    }

    private ColumnMapping json(PostgresType type, ColumnRole role) {
        boolean binary = type.name().equals("jsonb");
        CellConversion conversion = binary ? new JsonCell(swift) : new JsonOfTextCell(new JsonCell(swift));
        Holder holder = holder(t -> t.word().equals("json"), t -> conversion);
        if (role.key()) {
            return ColumnMapping.refused("MySQL has no index on JSON", Holder.NONE);
        }
        String numbers = "numbers that are neither whole ones of 64 bits nor a double's shortest text halt";
        return ColumnMapping.held("json", binary ? numbers : numbers + ", as does a key that is named twice", holder);
    }

    private ColumnMapping bits(PostgresType type, ColumnRole role) {
        int bits = type.modified() ? type.length() : 1;
        if (bits > Long.SIZE) {
            return text(role, bits, true, "as binary digits");
        }
        return ColumnMapping.held(
                "bit(" + bits + ")",
                "more than 64 bits: as text",
                holder(t -> t.word().equals("bit") && t.length() == bits, t -> CellConversion.NONE));
    }

    private ColumnMapping character(PostgresType type, ColumnRole role) {
        int length = type.modified() ? type.length() : 1;
        String blanks = "blanks at the end are no part of the value";
        if (role.key() || length > LONGEST_INSIDE) {
            return text(role, length, false, blanks);
        }
        Holder fixed = holder(
                t -> t.word().equals("char") && t.utf8() && t.length() >= length, t -> new TextCell(0, 0, false));
        return ColumnMapping.held(
                "char(" + length + ") COLLATE " + collation(), blanks, fixed.or(variable(length, false)));
    }

    private String collation() {
        return exact ? EXACT : PADDED;
    }

    /** @param most the most characters, or {@link #ANY} */
    private ColumnMapping text(ColumnRole role, int most, boolean blanks, String remark) {
        if (role.key()) {
            return keyText(role, most, blanks, remark);
        }
        boolean inside = most != ANY && most <= LONGEST_INSIDE && !role.narrow();
        return ColumnMapping.held(
                (inside ? "varchar(" + most + ")" : "longtext") + " COLLATE " + collation(),
                remark,
                variable(most, blanks));
    }

    private ColumnMapping keyText(ColumnRole role, int most, boolean blanks, String remark) {
        if (!exact) {
            return ColumnMapping.refused(
                    "a collation that tells all texts apart is there from MySQL 8.0.17 on", Holder.NONE);
        }
        int room = Math.min(LONGEST_KEY, role.room() / CHARACTER_BYTES);
        int length = most == ANY ? room : Math.min(most, room);
        String halts = length == most ? "" : "longer values halt";
        return ColumnMapping.held(
                "varchar(" + length + ") COLLATE " + EXACT,
                remark.isEmpty() || halts.isEmpty() ? remark + halts : remark + "; " + halts,
                holder(
                        t -> t.word().equals("varchar") && t.collation().equals(EXACT),
                        t -> new TextCell(most != ANY && t.length() >= most ? 0 : t.length(), 0, blanks)));
    }

    /** Text without a length goes into any; what does not fit into the one that is there, halts. */
    private static Holder variable(int most, boolean blanks) {
        return holder(
                t -> t.variableText()
                        && t.utf8()
                        && (most == ANY
                                || (t.word().equals("varchar") ? t.length() : t.longest() / CHARACTER_BYTES) >= most),
                t -> new TextCell(
                        most == ANY ? t.length() : 0,
                        most == ANY && !t.word().equals("longtext") ? t.longest() : 0,
                        blanks));
    }

    private static ColumnMapping same(String declared, String remark, Predicate<MysqlType> holds) {
        return ColumnMapping.held(declared, remark, holder(holds, t -> CellConversion.NONE));
    }

    private static ColumnMapping held(
            String declared, String remark, Predicate<MysqlType> holds, CellConversion conversion) {
        return ColumnMapping.held(declared, remark, holder(holds, t -> conversion));
    }

    private static Holder holder(Predicate<MysqlType> holds, Function<MysqlType, CellConversion> cell) {
        return text -> Optional.of(MysqlType.parse(text)).filter(holds).map(cell);
    }

    @Override
    public int keyWish(Column column) {
        PostgresType type = PostgresType.parse(column.type());
        return switch (type.name()) {
            case "smallint", "integer", "bigint", "oid", "numeric", "real", "double precision", "boolean" -> 0;
            case "date", "timestamp without time zone", "timestamp with time zone", "time without time zone" -> 0;
            case "uuid", "json", "jsonb", "bit" -> 0;
            case "character" -> CHARACTER_BYTES * Math.max(type.length(), 1);
            case "character varying", "bit varying" ->
                type.modified() ? Math.min(CHARACTER_BYTES * type.length(), KeyRoom.MOST) : KeyRoom.MOST;
            case "name" -> CHARACTER_BYTES * 63;
            case "\"char\"" -> CHARACTER_BYTES * 4;
            default -> KeyRoom.MOST;
        };
    }
}

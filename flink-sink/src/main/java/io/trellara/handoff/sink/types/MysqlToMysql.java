package io.trellara.handoff.sink.types;

import io.trellara.handoff.model.Column;
import java.util.Optional;

/** From MySQL to MySQL: the same types, and the same cells but for what a strict server would not take. */
final class MysqlToMysql implements TypeMap {
    private static final String EXACT = "utf8mb4_0900_bin";

    private final TargetVersion version;

    MysqlToMysql(TargetVersion version) {
        this.version = version;
    }

    @Override
    public TargetLimits limits() {
        return TargetLimits.MYSQL;
    }

    @Override
    public boolean leavesOut() {
        return false;
    }

    @Override
    public ColumnMapping map(Column column, ColumnRole role) {
        MysqlType source = MysqlType.parse(column.type());
        Holder holder = target -> Optional.of(MysqlType.parse(target))
                .filter(t -> holds(t, source, role.key()))
                .map(t -> conversion(source, new JsonCell(version.readsJsonSwiftly())));
        if (source.word().equals("vector") && !version.atLeast(9, 0, 0)) {
            return ColumnMapping.refused("VECTOR is there from MySQL 9.0 on", holder);
        }
        if (source.collation().equals(EXACT) && !version.atLeast(8, 0, 17)) {
            return ColumnMapping.refused("collation " + EXACT + " is there from MySQL 8.0.17 on", holder);
        }
        return ColumnMapping.held(column.type(), remark(source), holder);
    }

    private static String remark(MysqlType source) {
        return switch (source.word()) {
            case "json" -> "a DECIMAL inside that is no double's shortest text halts";
            case "enum" -> "a value that is none of the labels halts";
            default -> "";
        };
    }

    private static CellConversion conversion(MysqlType source, JsonCell json) {
        return switch (source.word()) {
            case "float" -> new FloatCell(true);
            case "json" -> json;
            case "enum" -> emptyLabel(source.text()) ? CellConversion.NONE : new LabelCell();
            default -> CellConversion.NONE;
        };
    }

    private static boolean emptyLabel(String type) {
        return type.contains("('')") || type.contains("('',") || type.contains(",'',") || type.endsWith(",'')");
    }

    private static boolean holds(MysqlType target, MysqlType source, boolean key) {
        if (key && !target.collation().equals(source.collation())) {
            return false;
        }
        if (source.integerBytes() > 0) {
            return target.holdsInteger(source.integerBytes(), source.unsigned());
        }
        return switch (source.word()) {
            case "decimal" ->
                target.word().equals("decimal")
                        && target.length() - target.scale() >= source.length() - source.scale()
                        && target.scale() >= source.scale();
            case "float", "double" ->
                target.word().equals(source.word())
                        && (target.length() == 0
                                || (target.length() == source.length() && target.scale() == source.scale()));
            case "datetime", "timestamp", "time", "vector" ->
                target.word().equals(source.word()) && target.length() >= source.length();
            case "year", "json" -> target.word().equals(source.word());
            case "char" ->
                characters(target, source)
                        && (target.word().equals("char") || target.word().equals("varchar"))
                        && target.length() >= source.length();
            default -> variable(target, source);
        };
    }

    private static boolean variable(MysqlType target, MysqlType source) {
        if (source.variableText() && target.variableText()) {
            return characters(target, source) && size(target) >= size(source);
        }
        if (source.variableBytes() && target.variableBytes()) {
            return size(target) >= size(source);
        }
        return target.text().equals(source.text()) || (target.word().equals("geometry") && source.geometry());
    }

    /** Characters of a VARCHAR against bytes of a TEXT: four make a character at most. */
    private static long size(MysqlType type) {
        boolean characters = type.word().equals("varchar");
        return type.longest() > 0 ? type.longest() : characters ? 4L * type.length() : type.length();
    }

    private static boolean characters(MysqlType target, MysqlType source) {
        return target.utf8() || target.charset().equals(source.charset());
    }
}

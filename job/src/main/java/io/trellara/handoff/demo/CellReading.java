package io.trellara.handoff.demo;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** How a column is asked for, and what its answer is as a cell of this product: the text in which rows travel. Pure. */
record CellReading(String selected, Kind kind) {
    /** What is done to the bytes that the server sends. */
    enum Kind {
        TEXT,
        /** A point in time, in UTC. */
        INSTANT,
        BYTES
    }

    static CellReading of(DatabaseKind database, ComparedColumn column) {
        if (database == DatabaseKind.POSTGRESQL) {
            return new CellReading(Relation.quote(column.name()), Kind.TEXT);
        }
        String name = '`' + column.name().replace("`", "``") + '`';
        String type = column.type().toLowerCase(Locale.ROOT).split("[( ]", 2)[0];
        return switch (type) {
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set", "json" ->
                new CellReading("CONVERT(" + name + " USING utf8mb4)", Kind.TEXT);
            case "float", "double" -> new CellReading(name + " * 1E0", Kind.TEXT); // with all its digits
            case "timestamp" -> new CellReading(name, Kind.INSTANT);
            case "bit" -> new CellReading("LPAD(BIN(" + name + "), " + digits(column.type()) + ", '0')", Kind.TEXT);
            case "tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "year", "date", "datetime", "time" ->
                new CellReading(name, Kind.TEXT);
            default -> new CellReading(name, Kind.BYTES);
        };
    }

    /** Of {@code bit(12)} the 12. */
    private static int digits(String type) {
        return Integer.parseInt(type.substring(type.indexOf('(') + 1, type.indexOf(')')));
    }

    String cell(byte[] sent) {
        return switch (kind) {
            case TEXT -> new String(sent, StandardCharsets.UTF_8);
            case INSTANT -> new String(sent, StandardCharsets.UTF_8) + "+00";
            case BYTES -> "\\x" + HexFormat.of().formatHex(sent);
        };
    }
}

package io.trellara.handoff.dialect.mysql;

/** Turns the values of row events into cells. Pure; a hot path: nothing is allocated for most types. */
final class RowCells {
    private RowCells() {}

    /** Appends the cell of the value at which the cursor stands, and moves behind it. */
    static void put(CellColumn column, RowColumn form, BinlogCursor row, CellBuffer into) {
        int size = form.size(row);
        row.need(size);
        switch (column.type().kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> integer(column.type(), row.little(size), into);
            case FLOAT -> CellNumber.put(Float.intBitsToFloat((int) row.int32()), into);
            case DOUBLE -> CellNumber.put(Double.longBitsToDouble(row.little(8)), into);
            case YEAR -> year(row.int8(), into);
            case DATE -> CellTime.date((int) row.little(3), into);
            case DATETIME -> {
                long moment = row.big(5);
                CellTime.datetime(moment, (int) row.big(size - 5), form.metadata(), into);
            }
            case TIMESTAMP -> {
                long seconds = row.big(4);
                CellTime.timestamp(seconds, (int) row.big(size - 4), form.metadata(), into);
            }
            case TIME -> CellTime.time(row.big(size), form.metadata(), into);
            case ENUM -> column.enumeration((int) row.little(size), into);
            case SET -> column.set(row.little(size), into);
            default -> sized(column, form, row.bytes(), row.skip(size), size, into);
        }
    }

    private static void sized(CellColumn column, RowColumn form, byte[] bytes, int from, int size, CellBuffer into) {
        switch (column.type().kind()) {
            case DECIMAL -> CellDecimal.put(bytes, from, form.metadata() & 0xFF, form.metadata() >> 8, into);
            case BIT -> column.bits(bytes, from, size, into);
            case CHAR, VARCHAR, TEXT -> column.charset().put(bytes, from, size, into);
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> column.bytes(bytes, from, size, into);
            case JSON -> CellJson.put(bytes, from, size, into);
            default -> throw new IllegalStateException("a kind that was handled before");
        }
    }

    private static void integer(CellType type, long value, CellBuffer into) {
        if (type.unsigned()) {
            into.unsigned(value);
        } else {
            int shift = 64 - 8 * type.kind().integerBytes();
            into.number(value << shift >> shift);
        }
    }

    private static void year(int value, CellBuffer into) {
        into.digits(value == 0 ? 0 : 1900 + value, 4);
    }
}

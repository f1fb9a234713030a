package io.trellara.handoff.dialect.mysql;

/**
 * A column of a table map, as far as its values' bytes are concerned.
 *
 * @param type a code of {@link BinlogTypes}; for strings that are enums or sets, theirs
 * @param metadata what the map tells about it, put together in the type's own way
 */
record RowColumn(int type, int metadata) {
    /** Reads the metadata of a column of that type. */
    static RowColumn read(int type, BinlogCursor metadata) {
        int size = BinlogTypes.metadataSize(type);
        if (size < 0) {
            // its metadata's length is not known either, so nothing behind it can be read
            return new RowColumn(type, -1);
        }
        if (type != BinlogTypes.STRING) {
            return new RowColumn(type, (int) metadata.little(size));
        }
        int real = metadata.int8();
        int length = metadata.int8();
        if ((real & 0x30) != 0x30) { // two bits of the length, hidden in the type
            length |= ((real & 0x30) ^ 0x30) << 4;
            real |= 0x30;
        }
        return new RowColumn(real, length);
    }

    boolean readable() {
        return metadata >= 0;
    }

    /** Passes over a value. */
    void skip(BinlogCursor row) {
        row.skip(size(row));
    }

    /** The number of bytes of the value's data; the cursor stands before it afterwards. */
    int size(BinlogCursor row) {
        return switch (type) {
            case BinlogTypes.TINY, BinlogTypes.YEAR -> 1;
            case BinlogTypes.SHORT -> 2;
            case BinlogTypes.INT24, BinlogTypes.DATE, BinlogTypes.TIME -> 3;
            case BinlogTypes.LONG, BinlogTypes.FLOAT, BinlogTypes.TIMESTAMP -> 4;
            case BinlogTypes.LONGLONG, BinlogTypes.DOUBLE, BinlogTypes.DATETIME -> 8;
            case BinlogTypes.TIME2 -> 3 + CellTime.fractionSize(metadata);
            case BinlogTypes.TIMESTAMP2 -> 4 + CellTime.fractionSize(metadata);
            case BinlogTypes.DATETIME2 -> 5 + CellTime.fractionSize(metadata);
            case BinlogTypes.NEWDECIMAL -> CellDecimal.size(metadata & 0xFF, metadata >> 8);
            case BinlogTypes.BIT -> (metadata >> 8) + ((metadata & 0xFF) > 0 ? 1 : 0);
            case BinlogTypes.ENUM, BinlogTypes.SET -> metadata & 0xFF;
            case BinlogTypes.STRING, BinlogTypes.VARCHAR, BinlogTypes.VAR_STRING ->
                (int) row.little(metadata > 255 ? 2 : 1);
            case BinlogTypes.BLOB, BinlogTypes.JSON, BinlogTypes.GEOMETRY, BinlogTypes.VECTOR -> length(row);
            default -> throw BinlogFailures.unknown("column type " + type);
        };
    }

    private int length(BinlogCursor row) {
        long length = row.little(metadata);
        if (length > row.left()) {
            throw BinlogFailures.malformed("a value that leads out of its event");
        }
        return (int) length;
    }

    /** Whether values of a column of this type are those of the map's. */
    boolean agrees(CellType column) {
        return switch (column.kind()) {
            case TINYINT -> type == BinlogTypes.TINY;
            case SMALLINT -> type == BinlogTypes.SHORT;
            case MEDIUMINT -> type == BinlogTypes.INT24;
            case INT -> type == BinlogTypes.LONG;
            case BIGINT -> type == BinlogTypes.LONGLONG;
            case DECIMAL -> type == BinlogTypes.NEWDECIMAL && metadata == (column.length() | column.scale() << 8);
            case FLOAT -> type == BinlogTypes.FLOAT;
            case DOUBLE -> type == BinlogTypes.DOUBLE;
            case BIT -> type == BinlogTypes.BIT && (metadata >> 8) * 8 + (metadata & 0xFF) == column.length();
            case YEAR -> type == BinlogTypes.YEAR;
            case DATE -> type == BinlogTypes.DATE;
            case DATETIME -> type == BinlogTypes.DATETIME2 && metadata == column.scale();
            case TIMESTAMP -> type == BinlogTypes.TIMESTAMP2 && metadata == column.scale();
            case TIME -> type == BinlogTypes.TIME2 && metadata == column.scale();
            case CHAR, BINARY -> type == BinlogTypes.STRING;
            case VARCHAR, VARBINARY -> type == BinlogTypes.VARCHAR;
            case TEXT, BLOB -> type == BinlogTypes.BLOB;
            case ENUM -> type == BinlogTypes.ENUM;
            case SET -> type == BinlogTypes.SET;
            case JSON -> type == BinlogTypes.JSON;
            case GEOMETRY -> type == BinlogTypes.GEOMETRY;
            case VECTOR -> type == BinlogTypes.VECTOR;
        };
    }
}

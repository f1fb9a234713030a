package io.trellara.handoff.dialect.mysql;

/** The codes of column types in table maps and in JSON values. */
final class BinlogTypes {
    static final int TINY = 1, SHORT = 2, LONG = 3, FLOAT = 4, DOUBLE = 5, TIMESTAMP = 7, LONGLONG = 8, INT24 = 9;
    static final int DATE = 10, TIME = 11, DATETIME = 12, YEAR = 13, VARCHAR = 15, BIT = 16, TIMESTAMP2 = 17;
    static final int DATETIME2 = 18, TIME2 = 19, TYPED_ARRAY = 20, VECTOR = 242, JSON = 245, NEWDECIMAL = 246;
    static final int ENUM = 247, SET = 248, TINY_BLOB = 249, MEDIUM_BLOB = 250, LONG_BLOB = 251, BLOB = 252;
    static final int VAR_STRING = 253, STRING = 254, GEOMETRY = 255;

    private BinlogTypes() {}

    /** The number of bytes that a table map tells about a column of the type; negative where the type is not known. */
    static int metadataSize(int type) {
        return switch (type) {
            case TINY, SHORT, LONG, LONGLONG, INT24, DATE, YEAR -> 0;
            case FLOAT, DOUBLE, BLOB, GEOMETRY, JSON, VECTOR, TIMESTAMP2, DATETIME2, TIME2 -> 1;
            case VARCHAR, VAR_STRING, BIT, NEWDECIMAL, STRING, ENUM, SET -> 2;
            case TIMESTAMP, TIME, DATETIME -> 0;
            default -> -1;
        };
    }
}

package io.trellara.handoff.dialect.mysql;

/** What a MySQL column's values are, as far as their cells are concerned. */
enum CellKind {
    TINYINT(1),
    SMALLINT(2),
    MEDIUMINT(3),
    INT(4),
    BIGINT(8),
    DECIMAL,
    FLOAT,
    DOUBLE,
    BIT,
    YEAR,
    DATE,
    DATETIME,
    TIMESTAMP,
    TIME,
    CHAR,
    VARCHAR,
    BINARY,
    VARBINARY,
    TEXT,
    BLOB,
    ENUM,
    SET,
    JSON,
    GEOMETRY,
    VECTOR;

    private final int bytes;

    CellKind() {
        this(0);
    }

    CellKind(int bytes) {
        this.bytes = bytes;
    }

    /** The width of an integer; 0 for all else. */
    int integerBytes() {
        return bytes;
    }

    boolean integer() {
        return bytes > 0;
    }

    /** Text in the column's character set. */
    boolean text() {
        return this == CHAR || this == VARCHAR || this == TEXT;
    }

    /** Bytes, whose cells are hexadecimal. */
    boolean bytes() {
        return switch (this) {
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> true;
            default -> false;
        };
    }
}

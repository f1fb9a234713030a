package io.trellara.handoff.dialect.mysql;

import java.nio.charset.StandardCharsets;

/**
 * A column as its cells are made, on both paths: what a query must ask for, and what its answer or the bytes of a row
 * event become. The same value gives the same cell on either path. Pure; a hot path.
 *
 * <p>Cells are MySQL's own text, except: bytes are hexadecimal behind {@code \x}, bits are binary digits, a timestamp
 * is in UTC and says so, floating-point numbers are the shortest that mean the same, and no number has leading zeros.
 */
final class CellColumn {
    private final CellType type;
    private final CellCharset charset;
    private final byte[][] labels;

    CellColumn(CellType type, CellCharset charset) {
        this.type = type;
        this.charset = charset;
        this.labels = type.labels().stream()
                .map(label -> label.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    CellType type() {
        return type;
    }

    CellCharset charset() {
        return charset;
    }

    /**
     * The expression that a query selects, in a session in time zone UTC.
     *
     * @param quoted the column's name, quoted
     */
    String selected(String quoted) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, TEXT, ENUM, SET, JSON -> "CONVERT(" + quoted + " USING utf8mb4)";
            case FLOAT, DOUBLE -> quoted + " * 1E0"; // as a double, with all its digits
            default -> quoted;
        };
    }

    /** Appends the cell of a value as the server has sent it in answer to {@link #selected}, which is not NULL. */
    void ofText(byte[] sent, CellBuffer into) {
        switch (type.kind()) {
            case FLOAT -> CellNumber.put(Float.parseFloat(ascii(sent)), into);
            case DOUBLE -> CellNumber.put(Double.parseDouble(ascii(sent)), into);
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL -> number(sent, into);
            case TIMESTAMP -> {
                into.put(sent);
                into.ascii("+00");
            }
            case BIT -> bits(sent, 0, sent.length, into);
            case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> bytes(sent, 0, sent.length, into);
            default -> into.put(sent);
        }
    }

    /** Whether a cell is what the server has sent, as it is. */
    boolean isTextItself() {
        return switch (type.kind()) {
            case CHAR, VARCHAR, TEXT, ENUM, SET, JSON, DATE, DATETIME, TIME, YEAR -> true;
            default -> false;
        };
    }

    private static String ascii(byte[] sent) {
        return new String(sent, StandardCharsets.ISO_8859_1);
    }

    /** ZEROFILL is how a number is shown, and no part of it. */
    private static void number(byte[] sent, CellBuffer into) {
        int from = 0;
        while (from + 1 < sent.length && sent[from] == '0' && sent[from + 1] != '.') {
            from++;
        }
        into.put(sent, from, sent.length - from);
    }

    void bits(byte[] value, int from, int length, CellBuffer into) {
        for (int bit = type.length() - 1; bit >= 0; bit--) {
            int at = length - 1 - bit / 8;
            into.put(at >= 0 && (value[from + at] >> bit % 8 & 1) == 1 ? '1' : '0');
        }
    }

    void bytes(byte[] value, int from, int length, CellBuffer into) {
        into.ascii("\\x");
        into.hex(value, from, length);
        for (int i = length; type.kind() == CellKind.BINARY && i < type.length(); i++) {
            into.ascii("00"); // the log leaves trailing zeros out
        }
    }

    /** The label of an enum's index; the one for what was no label is empty. */
    void enumeration(int index, CellBuffer into) {
        if (index > labels.length) {
            throw BinlogFailures.malformed("an enum's index beyond its labels");
        }
        if (index > 0) {
            into.put(labels[index - 1]);
        }
    }

    /** The labels whose bits are set, in order. */
    void set(long bits, CellBuffer into) {
        boolean first = true;
        for (int i = 0; i < labels.length; i++) {
            if ((bits >>> i & 1) == 1) {
                if (!first) {
                    into.put(',');
                }
                first = false;
                into.put(labels[i]);
            }
        }
    }
}

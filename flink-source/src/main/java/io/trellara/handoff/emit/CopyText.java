package io.trellara.handoff.emit;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's COPY text form: cells separated by tabs, {@code \N} for NULL, and backslash, tab, newline and carriage
 * return escaped by a backslash. Pure; the writing half is on the hot path and works on byte arrays.
 */
final class CopyText {
    private CopyText() {}

    /** The end of the line that begins at {@code from}: the index of its newline, or {@code limit}. */
    static int lineEnd(byte[] bytes, int from, int limit) {
        int at = from;
        while (at < limit && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Appends one cell of an image, without a separator. */
    static void cell(Tuple tuple, int index, Bytes into) {
        switch (tuple.kind(index)) {
            case Tuple.NULL -> {
                into.put((byte) '\\');
                into.put((byte) 'N');
            }
            case Tuple.UNCHANGED -> into.put(ChangeBlock.UNCHANGED);
            default -> escaped(tuple.buffer(), tuple.offset(index), tuple.length(index), into);
        }
    }

    /** Appends cell {@code index} of a line as it stands. */
    static void copyCell(byte[] line, int index, Bytes into) {
        int from = 0;
        for (int skip = index; skip > 0; from++) {
            if (line[from] == '\t') {
                skip--;
            }
        }
        int to = from;
        while (to < line.length && line[to] != '\t') {
            to++;
        }
        into.put(line, from, to - from);
    }

    private static void escaped(byte[] bytes, int from, int length, Bytes into) {
        int start = from;
        int end = from + length;
        for (int i = from; i < end; i++) {
            byte b = bytes[i];
            if (b < ' ' ? b == '\t' || b == '\n' || b == '\r' : b == '\\') {
                into.put(bytes, start, i - start);
                into.put((byte) '\\');
                into.put(letter(b));
                start = i + 1;
            }
        }
        into.put(bytes, start, end - start);
    }

    private static byte letter(byte b) {
        return switch (b) {
            case '\t' -> (byte) 't';
            case '\n' -> (byte) 'n';
            case '\r' -> (byte) 'r';
            default -> b;
        };
    }

    /** A row whose position is still to be given. */
    @SuppressWarnings("ArrayRecordComponent") // lives only until its position is given; never compared
    record Unplaced(
            RelationSchema schema, RowOp op, @Nullable String[] cells, boolean[] present) {
        RowChange at(long commit, int ordinal) {
            return new RowChange(schema, op, cells, present, commit, ordinal);
        }
    }

    /** Reads a line: all columns, for DELETE the key columns, for TRUNCATE nothing. */
    static Unplaced row(RelationSchema schema, RowOp op, byte[] bytes, int from, int to) {
        int columns = schema.columns().size();
        @Nullable String[] cells = new @Nullable String[columns];
        boolean[] present = new boolean[columns];
        int expected = op == RowOp.TRUNCATE
                ? 0
                : op == RowOp.DELETE ? schema.keyColumns().size() : columns;
        int at = from;
        for (int n = 0; n < expected; n++) {
            int column = op == RowOp.DELETE ? schema.keyColumns().get(n) : n;
            int end = at;
            while (end < to && bytes[end] != '\t') {
                end++;
            }
            present[column] = !(end == at + 1 && bytes[at] == ChangeBlock.UNCHANGED);
            if (present[column]) {
                cells[column] = text(bytes, at, end);
            }
            at = end + 1;
        }
        if (expected > 0 && at != to + 1) {
            throw HandoffException.bug("block of " + schema.relation(), "a line of another width", expected + " cells");
        }
        return new Unplaced(schema, op, cells, present);
    }

    /** One cell's text, unescaped; null for {@code \N}. */
    static @Nullable String text(byte[] bytes, int from, int to) {
        if (to - from == 2 && bytes[from] == '\\' && bytes[from + 1] == 'N') {
            return null;
        }
        byte[] plain = Arrays.copyOfRange(bytes, from, to);
        int length = 0;
        for (int i = 0; i < plain.length; i++) {
            byte b = plain[i];
            if (b == '\\' && i + 1 < plain.length) {
                b = unescaped(plain[++i]);
            }
            plain[length++] = b;
        }
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }

    private static byte unescaped(byte letter) {
        return switch (letter) {
            case 't' -> (byte) '\t';
            case 'n' -> (byte) '\n';
            case 'r' -> (byte) '\r';
            case 'b' -> (byte) '\b';
            case 'f' -> (byte) '\f';
            case 'v' -> (byte) 0x0B;
            default -> letter;
        };
    }
}

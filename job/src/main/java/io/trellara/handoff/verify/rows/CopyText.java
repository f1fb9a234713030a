package io.trellara.handoff.verify.rows;

import io.trellara.handoff.error.HandoffException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A line of COPY's text form, taken apart. Pure; a hot path. */
final class CopyText {
    private CopyText() {}

    /** The plain bytes of each cell; null for NULL. */
    static byte[] @Nullable [] cells(byte[] line, int columns) {
        byte[][] cells = new byte[columns][];
        int at = 0;
        for (int i = 0; i < columns; i++) {
            int end = at;
            boolean escaped = false;
            while (end < line.length && line[end] != '\t' && line[end] != '\n') {
                escaped |= line[end] == '\\';
                end++;
            }
            boolean last = end == line.length || line[end] == '\n';
            if (last != (i == columns - 1)) {
                throw HandoffException.bug("COPY", "a line of another width", columns + " cells");
            }
            cells[i] = escaped ? unescaped(line, at, end) : Arrays.copyOfRange(line, at, end);
            at = end + 1;
        }
        return cells;
    }

    private static byte @Nullable [] unescaped(byte[] line, int from, int to) {
        if (to - from == 2 && line[from + 1] == 'N') {
            return null;
        }
        byte[] plain = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            plain[length++] = line[i] == '\\' ? meant(line[++i]) : line[i];
        }
        return Arrays.copyOf(plain, length);
    }

    private static byte meant(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0B;
            default -> letter;
        };
    }
}

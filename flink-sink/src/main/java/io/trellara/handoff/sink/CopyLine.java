package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeBlock;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line in COPY text form without its newline: a slice of a block's bytes, never written to. Values: never logged.
 */
@SuppressWarnings("ArrayRecordComponent") // a view on a block; never compared or hashed
record CopyLine(byte[] bytes, int offset, int length) {

    /** Where each cell begins, and one past the end of the line's last cell plus one: {@code cells + 1} numbers. */
    int[] starts(int cells) {
        int[] starts = new int[cells + 1];
        int end = offset + length;
        int cell = 0;
        starts[0] = offset;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\t') {
                cell++;
                require(cell < cells, cells);
                starts[cell] = i + 1;
            }
        }
        require(cell == cells - 1, cells);
        starts[cells] = end + 1;
        return starts;
    }

    /** The part that holds the first {@code cells} cells. */
    CopyLine head(int cells) {
        int end = offset + length;
        int left = cells;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\t' && --left == 0) {
                return new CopyLine(bytes, offset, i - offset);
            }
        }
        require(left == 1, cells);
        return this;
    }

    /** A new line of the given cells, in that order, of the {@code cells} that this one has. */
    CopyLine pick(List<Integer> indexes, int cells) {
        int[] starts = starts(cells);
        ByteArrayOutputStream picked = new ByteArrayOutputStream(length + 1);
        for (int i = 0; i < indexes.size(); i++) {
            if (i > 0) {
                picked.write('\t');
            }
            int index = indexes.get(i);
            picked.write(bytes, starts[index], starts[index + 1] - 1 - starts[index]);
        }
        return of(picked);
    }

    /** This line with every cell that {@code newer} carries taken from there. */
    CopyLine merged(CopyLine newer, int cells) {
        int[] mine = starts(cells);
        int[] theirs = newer.starts(cells);
        ByteArrayOutputStream merged = new ByteArrayOutputStream(length + newer.length);
        for (int i = 0; i < cells; i++) {
            if (i > 0) {
                merged.write('\t');
            }
            if (newer.unchanged(theirs, i)) {
                merged.write(bytes, mine[i], mine[i + 1] - 1 - mine[i]);
            } else {
                merged.write(newer.bytes, theirs[i], theirs[i + 1] - 1 - theirs[i]);
            }
        }
        return of(merged);
    }

    /** The cells that the line carries, unchanged ones left out. */
    BitSet present(int cells) {
        int[] starts = starts(cells);
        BitSet present = new BitSet(cells);
        for (int i = 0; i < cells; i++) {
            present.set(i, !unchanged(starts, i));
        }
        return present;
    }

    /** The cells' plain text, unescaped; null is NULL. */
    @Nullable
    String[] texts(int cells) {
        int[] starts = starts(cells);
        @Nullable String[] texts = new String[cells];
        for (int i = 0; i < cells; i++) {
            texts[i] = text(starts[i], starts[i + 1] - 1);
        }
        return texts;
    }

    private @Nullable String text(int from, int to) {
        if (to - from == 2 && bytes[from] == '\\' && bytes[from + 1] == 'N') {
            return null;
        }
        byte[] plain = new byte[to - from];
        int size = 0;
        for (int i = from; i < to; i++) {
            plain[size++] = bytes[i] == '\\' && i + 1 < to ? unescaped(bytes[++i]) : bytes[i];
        }
        return new String(plain, 0, size, StandardCharsets.UTF_8);
    }

    /** The server writes these letters for control characters and never octal or hex; all else stands for itself. */
    private static byte unescaped(byte letter) {
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

    private boolean unchanged(int[] starts, int cell) {
        return starts[cell + 1] - 1 - starts[cell] == 1 && bytes[starts[cell]] == ChangeBlock.UNCHANGED;
    }

    private static CopyLine of(ByteArrayOutputStream line) {
        byte[] bytes = line.toByteArray();
        return new CopyLine(bytes, 0, bytes.length);
    }

    private static void require(boolean holds, int cells) {
        if (!holds) {
            throw HandoffException.bug("line of a block", "another number of cells", cells + " cells");
        }
    }

    /** Its size only; the cells are values (R11). */
    @Override
    public String toString() {
        return "line of " + length + " bytes";
    }
}

package io.trellara.handoff.model;

import java.util.Arrays;

/**
 * A row image of the stream as slices of one buffer: a reused flyweight, valid until the next event is decoded. Cells
 * are the server's text output, not escaped.
 */
public final class Tuple {
    /** A cell's kind. */
    public static final byte NULL = 0, UNCHANGED = 1, TEXT = 2;

    private byte[] buffer = new byte[0];
    private byte[] kinds = new byte[16];
    private int[] offsets = new int[16];
    private int[] lengths = new int[16];
    private int size;

    /** Starts a new image over {@code buffer} with {@code size} cells, all NULL. */
    public void reset(byte[] source, int cells) {
        buffer = source;
        size = cells;
        if (kinds.length < cells) {
            kinds = new byte[cells];
            offsets = new int[cells];
            lengths = new int[cells];
        }
        Arrays.fill(kinds, 0, cells, NULL);
    }

    /** Sets cell {@code index} to text at {@code offset}. */
    public void text(int index, int offset, int length) {
        kinds[index] = TEXT;
        offsets[index] = offset;
        lengths[index] = length;
    }

    /** Sets cell {@code index} to "unchanged large value, not sent". */
    public void unchanged(int index) {
        kinds[index] = UNCHANGED;
    }

    public int size() {
        return size;
    }

    public byte kind(int index) {
        return kinds[index];
    }

    public byte[] buffer() {
        return buffer;
    }

    public int offset(int index) {
        return offsets[index];
    }

    public int length(int index) {
        return lengths[index];
    }

    /** Whether any cell was left out by the server. */
    public boolean partial() {
        for (int i = 0; i < size; i++) {
            if (kinds[i] == UNCHANGED) {
                return true;
            }
        }
        return false;
    }
}

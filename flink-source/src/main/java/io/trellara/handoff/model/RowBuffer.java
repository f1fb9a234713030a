package io.trellara.handoff.model;

import java.util.Arrays;

/** Collects whole lines in COPY text form for a block. Not thread-safe; reused only after {@link #take}. */
public final class RowBuffer {
    private final int capacity;
    private byte[] bytes;
    private int length;
    private int rows;

    /** A buffer that counts as full from {@code capacity} bytes on; a longer row still fits. */
    public RowBuffer(int capacity) {
        this.capacity = capacity;
        this.bytes = new byte[capacity + capacity / 8];
    }

    /** Appends one whole line, its newline included. */
    public void add(byte[] line, int from, int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
        }
        System.arraycopy(line, from, bytes, length, count);
        length += count;
        rows++;
    }

    public boolean isFull() {
        return length >= capacity;
    }

    public int rows() {
        return rows;
    }

    public int length() {
        return length;
    }

    /** Hands the bytes over and starts afresh; read {@link #rows} and {@link #length} before. */
    public byte[] take() {
        byte[] taken = bytes;
        bytes = new byte[capacity + capacity / 8];
        length = 0;
        rows = 0;
        return taken;
    }
}

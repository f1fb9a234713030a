package io.trellara.handoff.emit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte buffer with big-endian writes: the hot path's own, so that nothing is copied twice. One thread. */
final class Bytes {
    private byte[] bytes;
    private int length;

    Bytes(int capacity) {
        bytes = new byte[capacity];
    }

    int length() {
        return length;
    }

    byte[] array() {
        return bytes;
    }

    void clear() {
        length = 0;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    void put(byte value) {
        room(1);
        bytes[length++] = value;
    }

    void put(byte[] source, int from, int count) {
        room(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }

    void putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        put(utf8, 0, utf8.length);
    }

    void putShort(int value) {
        put((byte) (value >>> 8));
        put((byte) value);
    }

    void putInt(int value) {
        room(4);
        setInt(length, value);
        length += 4;
    }

    void putLong(long value) {
        putInt((int) (value >>> 32));
        putInt((int) value);
    }

    /** Overwrites four bytes that were put before. */
    void setInt(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    private void room(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
        }
    }
}

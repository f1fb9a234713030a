package io.trellara.handoff.sink.types;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Lines under construction. Reused; one thread. A hot path: nothing is allocated but when it grows. */
public final class LineBuffer {
    private byte[] bytes;
    private int length;

    public LineBuffer() {
        this(4096);
    }

    /** @param room for so many bytes to begin with */
    public LineBuffer(int room) {
        bytes = new byte[room];
    }

    public void clear() {
        length = 0;
    }

    /** Only the first {@link #length} bytes count, until the next write. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    void put(int b) {
        room(1);
        bytes[length++] = (byte) b;
    }

    void put(byte[] source, int from, int count) {
        room(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }

    /** Text of ASCII characters only. */
    void ascii(String text) {
        byte[] plain = text.getBytes(StandardCharsets.US_ASCII);
        put(plain, 0, plain.length);
    }

    private void room(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of cells under construction. Reused; one thread. A hot path: nothing is allocated but when it grows. */
final class CellBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_NUMBER = 20;

    private byte[] bytes = new byte[1024];
    private int length;

    void clear() {
        length = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Forgets what was put behind that length. */
    void truncate(int to) {
        length = to;
    }

    private void room(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
        }
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

    void put(byte[] source) {
        put(source, 0, source.length);
    }

    /** Text of ASCII characters only. */
    void ascii(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    void text(String text) {
        put(text.getBytes(StandardCharsets.UTF_8));
    }

    void number(long value) {
        if (value < 0) {
            put('-');
            unsigned(-value); // of the smallest number this is itself, which as unsigned is its opposite
        } else {
            unsigned(value);
        }
    }

    void unsigned(long value) {
        room(LONGEST_NUMBER);
        int digits = 1;
        for (long rest = Long.divideUnsigned(value, 10); rest != 0; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int at = length + digits - 1; at >= length; at--) {
            long quotient = rest < 0 ? Long.divideUnsigned(rest, 10) : rest / 10;
            bytes[at] = (byte) ('0' + (rest - quotient * 10));
            rest = quotient;
        }
        length += digits;
    }

    /** At least so many digits, with zeros before. */
    void digits(long value, int count) {
        room(count);
        long rest = value;
        for (int at = length + count - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        if (rest != 0) {
            unsigned(value);
        } else {
            length += count;
        }
    }

    /** Lower-case hexadecimal. */
    void hex(byte[] source, int from, int count) {
        room(2 * count);
        for (int i = from; i < from + count; i++) {
            bytes[length++] = HEX[source[i] >> 4 & 0xF];
            bytes[length++] = HEX[source[i] & 0xF];
        }
    }
}

package io.trellara.handoff.sink;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An SQL statement of MySQL's under construction, in UTF-8, with values as literals. A hot path: cells go from their
 * line into the statement byte by byte. Reused; one thread.
 */
final class SqlText {
    private byte[] bytes = new byte[64 << 10];
    private int length;

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    SqlText put(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        room(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
        return this;
    }

    /**
     * A cell in COPY text form as a quoted literal of the same text. Both forms escape alike, but for what stands for
     * itself here: quotes, form feeds and vertical tabs.
     */
    SqlText quoted(byte[] line, int from, int to) {
        room(2 * (to - from) + 2);
        bytes[length++] = '\'';
        for (int i = from; i < to; i++) {
            if (line[i] == '\\' && i + 1 < to) {
                escaped(line[++i]);
            } else {
                plain(line[i]);
            }
        }
        bytes[length++] = '\'';
        return this;
    }

    /** Plain text as a quoted literal. */
    SqlText quoted(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        room(2 * utf8.length + 2);
        bytes[length++] = '\'';
        for (byte b : utf8) {
            plain(b);
        }
        bytes[length++] = '\'';
        return this;
    }

    private void escaped(byte letter) {
        switch (letter) {
            case 'b', 'n', 'r', 't', '\\' -> {
                bytes[length++] = '\\';
                bytes[length++] = letter;
            }
            case 'f' -> bytes[length++] = '\f';
            case 'v' -> bytes[length++] = 0x0B;
            default -> plain(letter);
        }
    }

    private void plain(byte b) {
        if (b == '\'' || b == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = b;
        } else if (b == 0) {
            bytes[length++] = '\\';
            bytes[length++] = '0';
        } else {
            bytes[length++] = b;
        }
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }

    /** The statement; holds values. */
    String text() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return "statement of " + length + " bytes";
    }
}

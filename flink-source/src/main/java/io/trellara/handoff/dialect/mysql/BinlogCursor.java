package io.trellara.handoff.dialect.mysql;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads the parts of one event, the lower bytes first; every read is checked against the end. Reused; one thread. */
final class BinlogCursor {
    private byte[] bytes = new byte[0];
    private int at;
    private int end;

    BinlogCursor open(byte[] source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.length);
        bytes = source;
        at = offset;
        end = offset + length;
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int at() {
        return at;
    }

    int left() {
        return end - at;
    }

    int int8() {
        need(1);
        return bytes[at++] & 0xFF;
    }

    int int16() {
        return (int) little(2);
    }

    /** Unsigned. */
    long int32() {
        return little(4);
    }

    long little(int count) {
        need(count);
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | (bytes[at + i] & 0xFF);
        }
        at += count;
        return value;
    }

    long big(int count) {
        need(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | (bytes[at + i] & 0xFF);
        }
        at += count;
        return value;
    }

    /** A length in one byte, or in the two, three or eight behind a marker. */
    long packed() {
        int first = int8();
        return switch (first) {
            case 252 -> little(2);
            case 253 -> little(3);
            case 254 -> little(8);
            case 251, 255 -> throw BinlogFailures.malformed("a length that is none");
            default -> first;
        };
    }

    /** A count that fits an int and the rest of the event. */
    int count() {
        long count = packed();
        if (count < 0 || count > left()) {
            throw BinlogFailures.malformed("a count of more than the event holds");
        }
        return (int) count;
    }

    String text(int length) {
        int from = skip(length);
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    /** Passes over so many bytes; where they begin. */
    int skip(int count) {
        need(count);
        int from = at;
        at += count;
        return from;
    }

    void need(int count) {
        if (count < 0 || end - at < count) {
            throw BinlogFailures.malformed("the end of an event " + (count - (end - at)) + " bytes early");
        }
    }
}

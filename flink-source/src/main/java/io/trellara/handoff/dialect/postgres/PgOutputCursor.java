package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.model.Tuple;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads the parts of one pgoutput message; every read is checked against the message's end. Reused; one thread. */
final class PgOutputCursor {
    private byte[] bytes = new byte[0];
    private int at;
    private int end;

    void open(byte[] source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.length);
        bytes = source;
        at = offset;
        end = offset + length;
    }

    byte int8() {
        need(1);
        return bytes[at++];
    }

    int int16() {
        need(2);
        int value = (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
        at += 2;
        return value;
    }

    int int32() {
        need(4);
        int value = (bytes[at] & 0xFF) << 24
                | (bytes[at + 1] & 0xFF) << 16
                | (bytes[at + 2] & 0xFF) << 8
                | (bytes[at + 3] & 0xFF);
        at += 4;
        return value;
    }

    long int64() {
        return ((long) int32() << 32) | (int32() & 0xFFFF_FFFFL);
    }

    /** A string that ends in a zero byte. */
    String string() {
        int from = at;
        while (true) {
            need(1);
            if (bytes[at++] == 0) {
                return text(from, at - 1 - from);
            }
        }
    }

    private String text(int from, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, from, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw StreamFailures.malformed("a name that is not UTF-8");
        }
    }

    /** A row image; cell i of the message becomes cell {@code places[i]} of the tuple. */
    void tuple(int[] places, Tuple into) {
        int cells = int16();
        if (cells != places.length) {
            throw StreamFailures.malformed(cells + " cells in a row of " + places.length + " columns");
        }
        into.reset(bytes, places.length);
        for (int place : places) {
            byte kind = int8();
            switch (kind) {
                case 'n' -> {}
                case 'u' -> into.unchanged(place);
                case 't' -> {
                    int length = length();
                    into.text(place, at, length);
                    at += length;
                }
                default -> throw StreamFailures.unknown("cell kind", kind);
            }
        }
    }

    /** Passes over a length and so many bytes. */
    void skipSized() {
        int length = length();
        at += length;
    }

    private int length() {
        int length = int32();
        if (length < 0) {
            throw StreamFailures.malformed("a negative length");
        }
        need(length);
        return length;
    }

    /** The message must have been read to its end. */
    void close() {
        if (at != end) {
            throw StreamFailures.malformed((end - at) + " bytes after the end of a message");
        }
    }

    private void need(int count) {
        if (end - at < count) {
            throw StreamFailures.malformed("the end of a message " + (count - (end - at)) + " bytes early");
        }
    }
}

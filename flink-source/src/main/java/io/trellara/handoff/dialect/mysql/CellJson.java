package io.trellara.handoff.dialect.mysql;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * MySQL's binary JSON as the text that the server itself prints. Pure; reads within the given bytes, a value that leads
 * out of them is STREAM_MALFORMED.
 */
final class CellJson {
    private static final int SMALL_OBJECT = 0, LARGE_OBJECT = 1, SMALL_ARRAY = 2, LARGE_ARRAY = 3, LITERAL = 4;
    private static final int INT16 = 5, UINT16 = 6, INT32 = 7, UINT32 = 8, INT64 = 9, UINT64 = 10, DOUBLE = 11;
    private static final int STRING = 12, OPAQUE = 15;
    private static final int MAX_DEPTH = 120;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private final int end;
    private final CellBuffer into;

    private CellJson(byte[] bytes, int end, CellBuffer into) {
        this.bytes = bytes;
        this.end = end;
        this.into = into;
    }

    static void put(byte[] bytes, int from, int length, CellBuffer into) {
        if (length == 0) {
            into.ascii("null"); // what the server reads an empty document as
            return;
        }
        new CellJson(bytes, from + length, into).value(bytes[from], from + 1, 0);
    }

    private void value(int type, int at, int depth) {
        if (depth > MAX_DEPTH) {
            throw BinlogFailures.malformed("a JSON document nested too deeply");
        }
        switch (type) {
            case SMALL_OBJECT, LARGE_OBJECT, SMALL_ARRAY, LARGE_ARRAY -> compound(type, at, depth);
            case LITERAL -> literal(little(at, 1));
            case INT16 -> into.number(little(at, 2) << 48 >> 48);
            case UINT16 -> into.number(little(at, 2));
            case INT32 -> into.number(little(at, 4) << 32 >> 32);
            case UINT32 -> into.number(little(at, 4));
            case INT64 -> into.number(little(at, 8));
            case UINT64 -> into.unsigned(little(at, 8));
            case DOUBLE -> number(Double.longBitsToDouble(little(at, 8)));
            case STRING -> {
                Sized text = sized(at);
                string(text.from(), text.length());
            }
            case OPAQUE -> opaque(at);
            default -> throw BinlogFailures.malformed("a JSON value of unknown type " + type);
        }
    }

    private void literal(long literal) {
        into.ascii(literal == 0 ? "null" : literal == 1 ? "true" : "false");
    }

    /** A whole number keeps its point, so that it stays a double. */
    private void number(double value) {
        int from = into.length();
        CellNumber.put(value, into);
        for (int i = from; i < into.length(); i++) {
            if (into.bytes()[i] == '.' || into.bytes()[i] == 'e') {
                return;
            }
        }
        into.ascii(".0");
    }

    /** Objects and arrays: a count, a size, entries of keys and values by offsets from the beginning. */
    private void compound(int type, int at, int depth) {
        boolean object = type == SMALL_OBJECT || type == LARGE_OBJECT;
        int width = type == LARGE_OBJECT || type == LARGE_ARRAY ? 4 : 2;
        int count = (int) little(at, width);
        int keys = at + 2 * width;
        int values = object ? keys + count * (width + 2) : keys;
        into.put(object ? '{' : '[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                into.ascii(", ");
            }
            if (object) {
                int key = keys + i * (width + 2);
                string(at + (int) little(key, width), (int) little(key + width, 2));
                into.ascii(": ");
            }
            int entry = values + i * (width + 1);
            int entryType = (int) little(entry, 1);
            boolean inline = inline(entryType, width);
            value(entryType, inline ? entry + 1 : at + (int) little(entry + 1, width), depth + 1);
        }
        into.put(object ? '}' : ']');
    }

    private static boolean inline(int type, int width) {
        return switch (type) {
            case LITERAL, INT16, UINT16 -> true;
            case INT32, UINT32 -> width == 4;
            default -> false;
        };
    }

    /** A value of a type that JSON does not have. */
    private void opaque(int at) {
        int type = (int) little(at, 1);
        Sized data = sized(at + 1);
        switch (type) {
            case BinlogTypes.NEWDECIMAL ->
                CellDecimal.put(bytes, data.from() + 2, bytes[data.from()], bytes[data.from() + 1], into);
            case BinlogTypes.DATE, BinlogTypes.DATETIME, BinlogTypes.TIMESTAMP, BinlogTypes.TIME -> {
                long packed = little(data.from(), 8);
                into.put('"');
                switch (type) {
                    case BinlogTypes.DATE -> CellTime.packedDate(packed, into);
                    case BinlogTypes.TIME -> CellTime.packedTime(packed, into);
                    default -> CellTime.packedDatetime(packed, into);
                }
                into.put('"');
            }
            default -> {
                into.ascii("\"base64:type" + type + ":");
                byte[] plain = new byte[data.length()];
                System.arraycopy(bytes, data.from(), plain, 0, plain.length);
                base64(plain);
                into.put('"');
            }
        }
    }

    /** The server breaks its base64 into lines of 76, and escapes the breaks like any other. */
    private void base64(byte[] plain) {
        byte[] encoded = Base64.getMimeEncoder(76, new byte[] {'\n'}).encode(plain);
        string(encoded);
    }

    private void string(byte[] text) {
        for (byte b : text) {
            escaped(b);
        }
    }

    private void string(int from, int length) {
        need(from, length);
        into.put('"');
        for (int i = from; i < from + length; i++) {
            escaped(bytes[i]);
        }
        into.put('"');
    }

    private void escaped(byte b) {
        switch (b) {
            case '"' -> into.ascii("\\\"");
            case '\\' -> into.ascii("\\\\");
            case '\b' -> into.ascii("\\b");
            case '\f' -> into.ascii("\\f");
            case '\n' -> into.ascii("\\n");
            case '\r' -> into.ascii("\\r");
            case '\t' -> into.ascii("\\t");
            default -> {
                if (b >= 0 && b < ' ') {
                    into.ascii("\\u00");
                    into.put(HEX[b >> 4]);
                    into.put(HEX[b & 0xF]);
                } else {
                    into.put(b);
                }
            }
        }
    }

    private record Sized(int from, int length) {}

    /** A length in groups of seven bits, the lowest first, then the data. */
    private Sized sized(int at) {
        long length = 0;
        int place = at;
        for (int shift = 0; shift < 35; shift += 7) {
            long group = little(place++, 1);
            length |= (group & 0x7F) << shift;
            if (group < 0x80) {
                need(place, length);
                return new Sized(place, (int) length);
            }
        }
        throw BinlogFailures.malformed("a length inside a JSON document that does not end");
    }

    private long little(int at, int count) {
        need(at, count);
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = value << 8 | (bytes[at + i] & 0xFF);
        }
        return value;
    }

    private void need(int at, long count) {
        if (at < 0 || count < 0 || at + count > end) {
            throw BinlogFailures.malformed("a JSON document that ends early");
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A character set of a column: turns its bytes into UTF-8 as the server itself does. For sets that Java and MySQL read
 * differently the conversion is the server's own, asked once ({@link CharsetTables}).
 */
sealed interface CellCharset {
    /** Appends text in UTF-8. */
    void put(byte[] bytes, int from, int length, CellBuffer into);

    /** Sets whose bytes are UTF-8 already. */
    record Plain() implements CellCharset {
        @Override
        public void put(byte[] bytes, int from, int length, CellBuffer into) {
            into.put(bytes, from, length);
        }
    }

    /** The wide Unicode forms, which leave no room for opinions. */
    record Wide(Charset charset) implements CellCharset {
        @Override
        public void put(byte[] bytes, int from, int length, CellBuffer into) {
            into.text(new String(bytes, from, length, charset));
        }
    }

    /** Sets of one and two bytes a character. */
    final class Table implements CellCharset {
        private static final byte[] UNKNOWN = {'?'};

        private final byte[][] single = new byte[0x100][];
        private final byte[][] pairs = new byte[0x1_0000][];

        /**
         * @param single the text of each byte that is a character
         * @param pairs the text of each pair that is one, by its value
         */
        Table(Map<Integer, byte[]> single, Map<Integer, byte[]> pairs) {
            single.forEach((code, text) -> this.single[code] = text);
            pairs.forEach((code, text) -> this.pairs[code] = text);
        }

        @Override
        public void put(byte[] bytes, int from, int length, CellBuffer into) {
            int end = from + length;
            for (int i = from; i < end; i++) {
                int b = bytes[i] & 0xFF;
                byte[] text = single[b];
                if (text == null && i + 1 < end) {
                    text = pairs[b << 8 | (bytes[i + 1] & 0xFF)];
                    i += text == null ? 0 : 1;
                }
                into.put(text == null ? UNKNOWN : text);
            }
        }
    }

    /** UTF-8 under any of its names. */
    CellCharset UTF8 = new Plain();

    /** UTF-16 and UCS-2, the higher byte first. */
    CellCharset UTF16 = new Wide(StandardCharsets.UTF_16BE);
}

package io.trellara.handoff.model;

import java.util.Arrays;

/**
 * A key's canonical bytes: two keys of a relation have the same bytes exactly when the server calls them equal (design
 * §10). Lanes are chosen and changes are collapsed by it. Only for keys whose columns are all
 * {@link KeyOrder#canonical()}.
 *
 * <p>Built cell by cell in key order into a buffer that is reused; one thread. Cells may be given as plain text or in
 * COPY's escaped form, which are as good as each other for equality, but keys of the two forms must never meet: a lane
 * is chosen at the source from plain cells, and the sink collapses escaped ones.
 *
 * <p>Form: for each cell its length as a varint of seven bits a byte, lowest first, then its bytes, which are the
 * server's text, for numeric without trailing zeros behind the point. It is fixed: a lane must mean the same keys
 * before and after an upgrade.
 */
public final class CanonicalKey {
    private static final int HASH_SEED = 0x9747_B28C;

    private byte[] bytes = new byte[64];
    private int length;

    /** Starts the next key. */
    public CanonicalKey start() {
        length = 0;
        return this;
    }

    /** Appends the next key cell. */
    public CanonicalKey add(KeyOrder order, byte[] cell, int from, int cellLength) {
        if (!order.canonical()) {
            throw new IllegalArgumentException(order + " has no canonical form");
        }
        int kept = order == KeyOrder.NUMERIC ? NumberText.withoutTrailingZeros(cell, from, cellLength) : cellLength;
        if (bytes.length - length < kept + 5) {
            bytes = Arrays.copyOf(bytes, Math.max(length + kept + 5, bytes.length * 2));
        }
        int rest = kept;
        while (rest >= 0x80) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        System.arraycopy(cell, from, bytes, length, kept);
        length += kept;
        return this;
    }

    /** All key cells of a row image; each must be text. */
    public CanonicalKey of(RelationSchema schema, Tuple image) {
        start();
        for (int i = 0; i < schema.keyColumns().size(); i++) {
            int column = schema.keyColumns().get(i);
            if (image.kind(column) != Tuple.TEXT) {
                throw new IllegalArgumentException(schema.relation() + ": a key cell is missing");
            }
            add(schema.columns().get(column).order(), image.buffer(), image.offset(column), image.length(column));
        }
        return this;
    }

    /** The buffer; only the first {@link #length} bytes count, until the next {@link #start}. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** The bytes, to keep. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /** The key's lane among {@code lanes}: Murmur3's 32-bit mix over the bytes, fixed for ever. */
    public int lane(int lanes) {
        int hash = HASH_SEED;
        int at = 0;
        for (; at + 4 <= length; at += 4) {
            hash = Integer.rotateLeft(hash ^ scramble(word(at, 4)), 13) * 5 + 0xE654_6B64;
        }
        hash ^= scramble(word(at, length - at));
        hash ^= length;
        hash = (hash ^ hash >>> 16) * 0x85EB_CA6B;
        hash = (hash ^ hash >>> 13) * 0xC2B2_AE35;
        return Integer.remainderUnsigned(hash ^ hash >>> 16, lanes);
    }

    private int word(int at, int count) {
        int word = 0;
        for (int i = 0; i < count; i++) {
            word |= (bytes[at + i] & 0xFF) << (8 * i);
        }
        return word;
    }

    private static int scramble(int word) {
        return Integer.rotateLeft(word * 0xCC9E_2D51, 15) * 0x1B87_3593;
    }
}

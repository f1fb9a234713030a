package io.trellara.handoff.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Compares keys of one relation as the server's index does, on the plain text cells that the server prints (design §6).
 * Only for relations whose key is {@link RelationSchema#keyComparable()}. Pure; any thread; nothing is parsed or
 * allocated. That its order is the server's is shown by a property test against ORDER BY.
 */
public final class KeyComparator implements Comparator<Key> {
    private final KeyOrder[] orders;
    private final int[] columns;

    private KeyComparator(KeyOrder[] orders, int[] columns) {
        this.orders = orders;
        this.columns = columns;
    }

    /** The comparator of a relation's keys. */
    public static KeyComparator of(RelationSchema schema) {
        if (!schema.keyComparable()) {
            throw new IllegalArgumentException(schema.relation() + ": its keys cannot be compared here");
        }
        List<Integer> key = schema.keyColumns();
        return new KeyComparator(
                key.stream().map(i -> schema.columns().get(i).order()).toArray(KeyOrder[]::new),
                key.stream().mapToInt(Integer::intValue).toArray());
    }

    /** A key's cells as bytes, to be compared with many row images. */
    public static byte[][] bytes(Key key) {
        return key.cells().stream()
                .map(cell -> cell.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Compares the key cells of a row image, all of them text, with a key's {@link #bytes}. */
    public int compare(Tuple image, byte[][] key) {
        requireCells(key.length);
        for (int i = 0; i < orders.length; i++) {
            int column = columns[i];
            if (image.kind(column) != Tuple.TEXT) {
                throw new IllegalArgumentException("a key cell is missing");
            }
            int order = compare(
                    orders[i], image.buffer(), image.offset(column), image.length(column), key[i], 0, key[i].length);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    @Override
    public int compare(Key a, Key b) {
        requireCells(a.cells().size());
        requireCells(b.cells().size());
        for (int i = 0; i < orders.length; i++) {
            int order = compare(orders[i], a.cells().get(i), b.cells().get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Compares two cells of one column, which must be {@link KeyOrder#comparable}. */
    public static int compare(KeyOrder order, String a, String b) {
        byte[] left = a.getBytes(StandardCharsets.UTF_8);
        byte[] right = b.getBytes(StandardCharsets.UTF_8);
        return compare(order, left, 0, left.length, right, 0, right.length);
    }

    private void requireCells(int count) {
        if (count != orders.length) {
            throw new IllegalArgumentException(count + " cells for a key of " + orders.length);
        }
    }

    private static int compare(KeyOrder order, byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
        return switch (order) {
            case INTEGER, NUMERIC -> NumberText.compare(a, aFrom, aLength, b, bFrom, bLength);
            case DATE, TIMESTAMP -> TimeText.compare(false, a, aFrom, aLength, b, bFrom, bLength);
            case TIMESTAMPTZ -> TimeText.compare(true, a, aFrom, aLength, b, bFrom, bLength);
            // f and t, and lower-case hexadecimal of one form: the order of the text is the order of the bytes
            case BOOLEAN, UUID, BYTEA -> Arrays.compareUnsigned(a, aFrom, aFrom + aLength, b, bFrom, bFrom + bLength);
            case TEXT, UNORDERED, COLLATED ->
                throw new IllegalArgumentException(order + " keys cannot be compared here");
        };
    }
}

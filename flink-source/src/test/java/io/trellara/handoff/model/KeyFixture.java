package io.trellara.handoff.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Schemas and keys for tests. */
final class KeyFixture {
    private KeyFixture() {}

    /** A relation whose columns are exactly its key. */
    static RelationSchema schema(KeyOrder... orders) {
        List<Column> columns = new ArrayList<>();
        for (KeyOrder order : orders) {
            columns.add(new Column("k" + columns.size(), "type", 0, false, order));
        }
        return new RelationSchema(
                new Relation("public", "t"),
                columns,
                IntStream.range(0, orders.length).boxed().toList(),
                "f".repeat(64));
    }

    static Key key(String... cells) {
        return new Key(List.of(cells));
    }

    /** A row image that holds the key's cells, somewhere in a larger buffer. */
    static Tuple image(Key key) {
        byte[][] cells = KeyComparator.bytes(key);
        byte[] buffer = new byte
                [7 + Arrays.stream(cells).mapToInt(cell -> cell.length + 1).sum()];
        Arrays.fill(buffer, (byte) '9');
        Tuple image = new Tuple();
        image.reset(buffer, cells.length);
        int at = 5;
        for (int i = 0; i < cells.length; i++) {
            System.arraycopy(cells[i], 0, buffer, at, cells[i].length);
            image.text(i, at, cells[i].length);
            at += cells[i].length + 1;
        }
        return image;
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a table map event says: which table a number stands for in the row events behind it, and how its columns' values
 * are written. Pure.
 *
 * @param relation empty for a name that no relation can have
 * @param names the columns' names; empty where the server tells none (binlog_row_metadata = MINIMAL)
 */
record TableMap(long id, Optional<Relation> relation, List<RowColumn> columns, List<String> names) {
    private static final int COLUMN_NAMES = 4;

    static TableMap read(BinlogEvent event) {
        BinlogCursor cursor = event.cursor();
        long id = cursor.little(6);
        cursor.int16();
        String schema = cursor.text(cursor.int8());
        cursor.int8();
        String name = cursor.text(cursor.int8());
        cursor.int8();
        int count = cursor.count();
        int types = cursor.skip(count);
        int metadataSize = cursor.count();
        BinlogCursor metadata = new BinlogCursor().open(event.bytes(), cursor.skip(metadataSize), metadataSize);
        List<RowColumn> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            columns.add(RowColumn.read(event.bytes()[types + i] & 0xFF, metadata));
            if (!columns.get(i).readable()) {
                return new TableMap(id, relation(schema, name), columns, List.of());
            }
        }
        cursor.skip((count + 7) / 8); // which columns admit NULL
        return new TableMap(id, relation(schema, name), columns, names(cursor));
    }

    private static Optional<Relation> relation(String schema, String name) {
        return schema.isEmpty() || name.isEmpty() ? Optional.empty() : Optional.of(new Relation(schema, name));
    }

    private static List<String> names(BinlogCursor cursor) {
        List<String> names = new ArrayList<>();
        while (cursor.left() > 0) {
            int field = cursor.int8();
            int size = cursor.count();
            int end = cursor.skip(size) + size;
            if (field == COLUMN_NAMES) {
                BinlogCursor list = new BinlogCursor().open(cursor.bytes(), end - size, size);
                while (list.left() > 0) {
                    names.add(list.text(list.count()));
                }
            }
        }
        return names;
    }
}

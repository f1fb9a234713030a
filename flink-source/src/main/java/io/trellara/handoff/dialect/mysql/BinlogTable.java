package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.RelationSchema;
import java.util.List;

/**
 * A relation of the run's contract as the binary log tells it: all its columns in the table's own order, those that are
 * not copied included, since the log names none.
 */
record BinlogTable(RelationSchema schema, List<Place> columns) {
    /** The place of a column that is not copied. */
    static final int LEFT_OUT = -1;

    BinlogTable {
        columns = List.copyOf(columns);
    }

    /**
     * A column of the table.
     *
     * @param cell how its cells are made
     * @param index its index in the schema, or {@link #LEFT_OUT}
     */
    record Place(String name, CellColumn cell, int index) {}
}

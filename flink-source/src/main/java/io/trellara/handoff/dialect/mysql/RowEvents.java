package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChangeHandler;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.Tuple;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes table maps and row events. Pure; one thread. Rows that are not handed out are counted all the same, so that
 * those that are have the same numbers whatever the run carries. A hot path: tuples are reused.
 */
final class RowEvents {
    private final BinlogContract contract;
    private final Map<Long, MappedTable> tables = new HashMap<>();
    private final RowImage before = new RowImage();
    private final RowImage after = new RowImage();
    private final BinlogCursor row = new BinlogCursor();

    RowEvents(BinlogContract contract) {
        this.contract = contract;
    }

    /** Takes a table map. */
    void map(BinlogEvent event) {
        TableMap map = TableMap.read(event);
        tables.put(map.id(), contract.match(map));
    }

    /** Numbers of tables mean nothing beyond their transaction. */
    void forget() {
        tables.clear();
    }

    /** The relation of the contract that a row event changes; empty where the run does not copy it. */
    Optional<Relation> changed(BinlogEvent event) {
        return mapped(event.cursor().little(6)).relation();
    }

    private MappedTable mapped(long id) {
        MappedTable table = tables.get(id);
        if (table == null) {
            throw BinlogFailures.malformed("a row event of a table that no map has told");
        }
        return table;
    }

    /**
     * Hands the rows of an event out.
     *
     * @param skip so many rows, the first ones, are passed over without being counted again
     * @return the number of its rows
     */
    int decode(BinlogEvent event, int skip, ChangeHandler handler) {
        row.open(event.bytes(), event.body(), event.length());
        MappedTable mapped = mapped(row.little(6));
        mapped.difference().ifPresent(difference -> requireSuppressed(mapped, difference, handler));
        if (event.type() == BinlogEvent.PARTIAL_UPDATE_ROWS || !mapped.readable()) {
            return passOverUnread(event, mapped, skip, handler);
        }
        row.int16();
        row.skip(row.int16() - 2); // extra data: nothing that rows need
        int columns = row.count();
        if (columns != mapped.columns().length) {
            throw BinlogFailures.malformed("a row event of another width than its table");
        }
        RowBitmap first = RowBitmap.read(row, columns);
        RowBitmap second = event.type() == BinlogEvent.UPDATE_ROWS ? RowBitmap.read(row, columns) : first;
        Optional<BinlogTable> table = mapped.agreeing();
        if (table.isPresent() && first.whole() && second.whole()) {
            return handOut(event.type(), table.get(), mapped.columns(), skip, handler);
        }
        if (table.isPresent()) {
            Relation relation = table.get().schema().relation();
            requireSuppressed(mapped, BinlogFailures.rowImage(relation, "a change that leaves columns out"), handler);
        }
        int rows = 0;
        for (; row.left() > 0; rows++) {
            first.skip(mapped.columns(), row);
            if (event.type() == BinlogEvent.UPDATE_ROWS) {
                second.skip(mapped.columns(), row);
            }
        }
        return passOver(rows, skip, handler);
    }

    private static void requireSuppressed(MappedTable mapped, HandoffException difference, ChangeHandler handler) {
        mapped.relation().ifPresent(relation -> handler.requireSuppressed(relation, difference));
    }

    /** Rows that cannot be counted are never a relation's: such tables are refused, and such updates halt. */
    private static int passOverUnread(BinlogEvent event, MappedTable mapped, int skip, ChangeHandler handler) {
        if (event.type() == BinlogEvent.PARTIAL_UPDATE_ROWS && mapped.relation().isPresent()) {
            Relation relation = mapped.relation().get();
            String observed = "an update that holds parts of JSON documents";
            requireSuppressed(mapped, BinlogFailures.rowImage(relation, observed), handler);
        }
        return passOver(1, skip, handler);
    }

    private static int passOver(int rows, int skip, ChangeHandler handler) {
        if (rows > skip) {
            handler.passOver(rows - skip);
        }
        return rows;
    }

    private int handOut(int type, BinlogTable table, RowColumn[] forms, int skip, ChangeHandler handler) {
        int rows = 0;
        for (; row.left() > 0; rows++) {
            row(type, table, forms, rows < skip, handler);
        }
        return rows;
    }

    private void row(int type, BinlogTable table, RowColumn[] forms, boolean skipped, ChangeHandler handler) {
        RelationSchema schema = table.schema();
        Tuple first = before.read(table, forms, row);
        if (type == BinlogEvent.UPDATE_ROWS) {
            Tuple second = after.read(table, forms, row);
            if (!skipped) {
                handler.update(schema, first, false, second);
            }
        } else if (!skipped && type == BinlogEvent.WRITE_ROWS) {
            handler.insert(schema, first);
        } else if (!skipped) {
            handler.delete(schema, first, false);
        }
    }
}

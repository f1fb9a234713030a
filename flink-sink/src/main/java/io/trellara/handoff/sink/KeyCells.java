package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.CanonicalKey;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the key in a change's line, as bytes that are equal where the server calls the keys equal. Only numeric has
 * several texts for equal values among the types that have a canonical form; all others are compared as they are,
 * without a copy (this is on the hot path). Keys without a canonical form too: what equals whom is not known there, but
 * a row's key is deleted in the form that it was written in, before others are upserted. One thread.
 */
final class KeyCells {
    private final RelationSchema schema;
    private final List<Integer> columns;
    private final int cells;
    private final boolean leading;
    private final boolean canonical;
    private final CanonicalKey form = new CanonicalKey();

    KeyCells(RelationSchema schema) {
        this.schema = schema;
        this.columns = schema.keyColumns();
        this.cells = schema.columns().size();
        this.leading = columns.equals(IntStream.range(0, columns.size()).boxed().toList());
        this.canonical = schema.keyCanonical()
                && columns.stream().anyMatch(c -> schema.columns().get(c).order() == KeyOrder.NUMERIC);
    }

    /** The key in a line that holds all columns. */
    KeySlice ofRow(CopyLine line) {
        CopyLine key = leading ? line.head(columns.size()) : line.pick(columns, cells);
        for (int i = key.offset(); i < key.offset() + key.length(); i++) {
            if (key.bytes()[i] == ChangeBlock.UNCHANGED) {
                throw HandoffException.bug(schema.relation().toString(), "a change without its key", "all key cells");
            }
        }
        return ofDelete(key);
    }

    /** The key in a line that holds the key columns alone. */
    KeySlice ofDelete(CopyLine line) {
        return canonical ? canonical(line) : new KeySlice(line.bytes(), line.offset(), line.offset() + line.length());
    }

    private KeySlice canonical(CopyLine line) {
        int[] starts = line.starts(columns.size());
        form.start();
        for (int k = 0; k < columns.size(); k++) {
            KeyOrder order = schema.columns().get(columns.get(k)).order();
            form.add(order, line.bytes(), starts[k], starts[k + 1] - 1 - starts[k]);
        }
        return new KeySlice(form.copy(), 0, form.length());
    }
}

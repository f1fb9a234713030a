package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Tuple;

/** One image of a row as a tuple over a buffer of its own. Reused; one thread. */
final class RowImage {
    private final CellBuffer cells = new CellBuffer();
    private final Tuple tuple = new Tuple();
    private int[] starts = new int[16];
    private int[] ends = new int[16];

    /** Reads an image with all columns, at whose bitmap of NULLs the cursor stands; stops behind it. */
    Tuple read(BinlogTable table, RowColumn[] forms, BinlogCursor row) {
        int count = forms.length;
        int nulls = row.skip((count + 7) / 8);
        int width = table.schema().columns().size();
        if (starts.length < width) {
            starts = new int[width];
            ends = new int[width];
        }
        cells.clear();
        for (int i = 0; i < count; i++) {
            BinlogTable.Place place = table.columns().get(i);
            int index = place.index();
            if ((row.bytes()[nulls + i / 8] >> i % 8 & 1) == 1) {
                if (index >= 0) {
                    starts[index] = -1;
                }
            } else if (index < 0) {
                forms[i].skip(row);
            } else {
                starts[index] = cells.length();
                RowCells.put(place.cell(), forms[i], row, cells);
                ends[index] = cells.length();
            }
        }
        tuple.reset(cells.bytes(), width);
        for (int index = 0; index < width; index++) {
            if (starts[index] >= 0) {
                tuple.text(index, starts[index], ends[index] - starts[index]);
            }
        }
        return tuple;
    }
}

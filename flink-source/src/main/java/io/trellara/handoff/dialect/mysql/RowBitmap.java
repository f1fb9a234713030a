package io.trellara.handoff.dialect.mysql;

/**
 * Which columns a row event's images hold, as slices of the event. Pure.
 *
 * @param from where the bits begin
 * @param present how many columns are in the images
 */
record RowBitmap(int from, int columns, int present) {
    static RowBitmap read(BinlogCursor row, int columns) {
        int from = row.skip((columns + 7) / 8);
        int present = 0;
        for (int i = 0; i < columns; i++) {
            present += row.bytes()[from + i / 8] >> i % 8 & 1;
        }
        return new RowBitmap(from, columns, present);
    }

    boolean whole() {
        return present == columns;
    }

    /** Passes over an image. */
    void skip(RowColumn[] forms, BinlogCursor row) {
        int nulls = row.skip((present + 7) / 8);
        int held = 0;
        for (int i = 0; i < columns; i++) {
            if ((row.bytes()[from + i / 8] >> i % 8 & 1) == 0) {
                continue;
            }
            if ((row.bytes()[nulls + held / 8] >> held % 8 & 1) == 0) {
                forms[i].skip(row);
            }
            held++;
        }
    }
}

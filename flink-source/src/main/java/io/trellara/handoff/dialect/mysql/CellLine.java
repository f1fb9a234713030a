package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.RowBuffer;

/** A line in COPY's text form, cell by cell. Reused; one thread. */
final class CellLine {
    private final CellBuffer cell = new CellBuffer();
    private final CellBuffer line = new CellBuffer();
    private boolean first = true;

    /** A buffer for the next cell's text, empty. */
    CellBuffer cell() {
        cell.clear();
        return cell;
    }

    /** Appends what was put into {@link #cell}, escaped. */
    void add() {
        add(cell.bytes(), cell.length());
    }

    /** Appends a cell's text, escaped. */
    void add(byte[] bytes, int length) {
        separate();
        int start = 0;
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            if (b == '\\' || b == '\t' || b == '\n' || b == '\r') {
                line.put(bytes, start, i - start);
                line.put('\\');
                line.put(b == '\t' ? 't' : b == '\n' ? 'n' : b == '\r' ? 'r' : b);
                start = i + 1;
            }
        }
        line.put(bytes, start, length - start);
    }

    void addNull() {
        separate();
        line.ascii("\\N");
    }

    private void separate() {
        if (!first) {
            line.put('\t');
        }
        first = false;
    }

    /** Ends the line and hands it over. */
    void end(RowBuffer into) {
        line.put('\n');
        into.add(line.bytes(), 0, line.length());
        line.clear();
        first = true;
    }
}

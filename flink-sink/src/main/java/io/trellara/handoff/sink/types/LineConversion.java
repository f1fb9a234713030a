package io.trellara.handoff.sink.types;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeBlock;
import io.trellara.handoff.model.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns lines of one relation as its source gives them into lines as a source of the target's kind would give them, in
 * COPY text form both. A relation whose cells are all the same on both sides is left as it is.
 *
 * <p>Changes are to be collapsed before they are converted: only the source's cells tell which keys are equal. What
 * does not outlive its flush needs no place at the target then.
 *
 * <p>Throws TARGET_VALUE_UNHELD. Immutable; a hot path.
 */
public final class LineConversion {
    private static final byte TAB = '\t';

    private final Cell[] row;
    private final Cell[] key;
    private final boolean untouched;
    private final boolean leavesOut;

    /** @param leavesOut whether a cell of one zero byte is no value */
    LineConversion(List<Cell> cells, List<Integer> keyColumns, boolean leavesOut) {
        this.row = cells.toArray(Cell[]::new);
        this.key = keyColumns.stream().map(cells::get).toArray(Cell[]::new);
        this.untouched = cells.stream().noneMatch(Cell::converts);
        this.leavesOut = leavesOut;
    }

    /** A column's cells. */
    record Cell(CellConversion conversion, ColumnPlace place) {
        boolean converts() {
            return conversion != CellConversion.NONE;
        }
    }

    /** Whether lines are right as they are. */
    public boolean untouched() {
        return untouched;
    }

    /** Appends the line of a row that holds all columns, without a newline. */
    public void row(byte[] line, int from, int length, LineBuffer into) {
        convert(row, line, from, from + length, into);
    }

    /** Appends the line of a key, without a newline. */
    public void key(byte[] line, int from, int length, LineBuffer into) {
        convert(key, line, from, from + length, into);
    }

    /** Appends whole lines, each ended by a newline. */
    public void lines(byte[] lines, int length, LineBuffer into) {
        int at = 0;
        while (at < length) {
            int end = at;
            while (lines[end] != '\n') {
                end++;
            }
            convert(row, lines, at, end, into);
            into.put('\n');
            at = end + 1;
        }
    }

    /** A key's plain cells, as the target compares them. */
    public Key key(Key plain) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < key.length; i++) {
            byte[] cell = CellText.escaped(plain.cells().get(i));
            LineBuffer into = new LineBuffer();
            key[i].conversion().put(cell, 0, cell.length, key[i].place(), into);
            cells.add(CellText.plain(into.bytes(), 0, into.length()));
        }
        return new Key(cells);
    }

    /** What lies between two cells that change is copied in one piece. */
    private void convert(Cell[] cells, byte[] line, int from, int end, LineBuffer into) {
        int at = from;
        int kept = from;
        for (int i = 0; i < cells.length; i++) {
            int to = at;
            while (to < end && line[to] != TAB) {
                to++;
            }
            if (to == end && i < cells.length - 1) {
                throw misshapen(cells);
            }
            if (cells[i].converts() && !empty(line, at, to)) {
                into.put(line, kept, at - kept);
                cells[i].conversion().put(line, at, to, cells[i].place(), into);
                kept = to;
            }
            at = to + 1;
        }
        if (at != end + 1) {
            throw misshapen(cells);
        }
        into.put(line, kept, end - kept);
    }

    /** Whether there is no value in the cell. */
    private boolean empty(byte[] line, int from, int to) {
        boolean none = to - from == 2 && line[from] == '\\' && line[from + 1] == 'N';
        return none || (leavesOut && to - from == 1 && line[from] == ChangeBlock.UNCHANGED);
    }

    private static HandoffException misshapen(Cell[] cells) {
        return HandoffException.bug(
                cells[0].place().relation().toString(), "a line of another width", cells.length + " cells");
    }
}

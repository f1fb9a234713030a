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
        whole(row, line, from, from + length, into);
    }

    /** Appends the line of a key, without a newline. */
    public void key(byte[] line, int from, int length, LineBuffer into) {
        whole(key, line, from, from + length, into);
    }

    private void whole(Cell[] cells, byte[] line, int from, int end, LineBuffer into) {
        if (convert(cells, line, from, end, into) != end) {
            throw misshapen(cells);
        }
    }

    /** Appends whole lines, each ended by a newline. */
    public void lines(byte[] lines, int length, LineBuffer into) {
        int at = 0;
        while (at < length) {
            int end = convert(row, lines, at, length, into);
            if (end == length) {
                throw misshapen(row);
            }
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

    /**
     * What lies between two cells that change is copied in one piece. Every byte is looked at once.
     *
     * @param limit where the line ends, unless a newline ends it before
     * @return where it ends
     */
    private int convert(Cell[] cells, byte[] line, int from, int limit, LineBuffer into) {
        int at = from;
        int kept = from;
        int to = from;
        for (int i = 0; i < cells.length; i++) {
            to = cellEnd(line, at, limit);
            boolean more = to < limit && line[to] == TAB;
            if (more != i < cells.length - 1) {
                throw misshapen(cells);
            }
            if (cells[i].converts() && !empty(line, at, to)) {
                into.put(line, kept, at - kept);
                cells[i].conversion().put(line, at, to, cells[i].place(), into);
                kept = to;
            }
            at = to + 1;
        }
        into.put(line, kept, to - kept);
        return to;
    }

    private static int cellEnd(byte[] line, int from, int limit) {
        int to = from;
        while (to < limit && (line[to] > '\n' || (line[to] != TAB && line[to] != '\n'))) {
            to++;
        }
        return to;
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

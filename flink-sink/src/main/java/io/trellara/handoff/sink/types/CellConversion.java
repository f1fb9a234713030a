package io.trellara.handoff.sink.types;

/**
 * Turns a cell as it stands in a line, escaped and not NULL, into the same value's cell for the target. Pure; a hot
 * path: it works on the line's bytes and makes no objects where it can do without.
 */
@FunctionalInterface
interface CellConversion {
    /** The cell as it is. Lines of such cells are not even looked at. */
    CellConversion NONE = (line, from, to, place, into) -> into.put(line, from, to - from);

    /** Appends the cell; throws TARGET_VALUE_UNHELD. */
    void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into);
}

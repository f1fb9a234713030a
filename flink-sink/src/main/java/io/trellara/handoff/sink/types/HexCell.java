package io.trellara.handoff.sink.types;

/**
 * Bytes as the bare hexadecimal digits that UNHEX takes.
 *
 * @param longest the most bytes; 0 for no limit
 */
record HexCell(long longest) implements CellConversion {
    /** {@code \x}, the backslash escaped. */
    private static final int PREFIX = 3;

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int digits = to - from - PREFIX;
        if (digits < 0 || line[from] != '\\' || line[from + 1] != '\\' || line[from + 2] != 'x') {
            throw place.malformed();
        }
        if (longest > 0 && digits / 2 > longest) {
            throw place.unheld("more than " + longest + " bytes");
        }
        into.put(line, from + PREFIX, digits);
    }
}

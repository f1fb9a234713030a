package io.trellara.handoff.sink.types;

/**
 * Bytes in hexadecimal form, into a column of bytes that takes fewer than the source's.
 *
 * @param longest the most bytes
 */
record BytesCell(long longest) implements CellConversion {
    /** {@code \x}, the backslash escaped. */
    private static final int PREFIX = 3;

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int digits = to - from - PREFIX;
        if (digits < 0 || line[from] != '\\' || line[from + 1] != '\\' || line[from + 2] != 'x') {
            throw place.malformed();
        }
        if (digits / 2 > longest) {
            throw place.unheld("more than " + longest + " bytes");
        }
        into.put(line, from, to - from);
    }
}

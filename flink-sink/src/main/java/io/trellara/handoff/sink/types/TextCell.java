package io.trellara.handoff.sink.types;

/**
 * Text into MySQL, which knows no {@code \f} and no {@code \v}: these two become the bytes that they stand for. Counts
 * where the column is bounded and the source's is not: MySQL cuts blanks off that are too many, whatever its mode.
 *
 * @param characters the most characters; 0 for no limit
 * @param bytes the most bytes; 0 for no limit
 * @param blanks whether blanks at the end belong to the value; those of a PostgreSQL {@code char} do not
 */
record TextCell(int characters, long bytes, boolean blanks) implements CellConversion {
    private static final int FORM_FEED = 0x0C, VERTICAL_TAB = 0x0B;

    /** Text without a limit. */
    static final TextCell ANY = new TextCell(0, 0, true);

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int end = to;
        while (!blanks && end > from && line[end - 1] == ' ') {
            end--;
        }
        int kept = from;
        int escapes = 0;
        for (int i = from; i < end; i++) {
            if (line[i] == '\\') {
                escapes++;
                i++;
                if (line[i] == 'f' || line[i] == 'v') {
                    into.put(line, kept, i - 1 - kept);
                    into.put(line[i] == 'f' ? FORM_FEED : VERTICAL_TAB);
                    kept = i + 1;
                }
            }
        }
        into.put(line, kept, end - kept);
        if (bytes > 0 && end - from - escapes > bytes) {
            throw place.unheld("a text of more than " + bytes + " bytes");
        }
        if (characters > 0 && end - from - escapes > characters && count(line, from, end) - escapes > characters) {
            throw place.unheld("a text of more than " + characters + " characters");
        }
    }

    private static int count(byte[] line, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += (line[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }
}

package io.trellara.handoff.sink.types;

/**
 * A PostgreSQL date or timestamp into MySQL, which holds the years 1 to 9999.
 *
 * @param zoned whether it ends in {@code +00} that is to be left out, since a DATETIME has no zone
 */
record MomentCell(boolean zoned) implements CellConversion {
    private static final int YEAR_DIGITS = 4;
    private static final int ZONE = "+00".length();

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int digits = 0;
        while (from + digits < to && line[from + digits] >= '0' && line[from + digits] <= '9') {
            digits++;
        }
        if (digits != YEAR_DIGITS || line[to - 1] == 'C') {
            throw place.unheld("a date that is infinite or not within the years 1 to 9999");
        }
        if (!zoned) {
            into.put(line, from, to - from);
        } else if (line[to - ZONE] == '+') {
            into.put(line, from, to - ZONE - from);
        } else {
            throw place.malformed();
        }
    }
}

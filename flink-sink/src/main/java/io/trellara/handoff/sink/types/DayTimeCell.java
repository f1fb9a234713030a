package io.trellara.handoff.sink.types;

/** A MySQL time into a PostgreSQL {@code time}, which is one of a day. */
final class DayTimeCell implements CellConversion {
    private static final int HOUR_DIGITS = 2;

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int colon = from;
        while (colon < to && line[colon] != ':') {
            colon++;
        }
        boolean day =
                colon - from == HOUR_DIGITS && line[from] != '-' && (line[from] - '0') * 10 + line[from + 1] - '0' < 24;
        if (!day) {
            throw place.unheld("a time that is negative or longer than a day");
        }
        into.put(line, from, to - from);
    }
}

package io.trellara.handoff.sink.types;

/** MySQL's JSON into jsonb, whose strings hold every character but U+0000, which JSON writes as an escape. */
final class NulFreeJsonCell implements CellConversion {
    private static final int ESCAPE = 7;

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int at = from;
        while (at < to) {
            if (line[at] != '\\') {
                at++;
                continue;
            }
            if (at + ESCAPE <= to && line[at + 2] == 'u' && zeros(line, at + 3)) {
                throw place.unheld("a JSON string with the character U+0000");
            }
            at += JsonCell.escape(line, at, to);
        }
        into.put(line, from, to - from);
    }

    private static boolean zeros(byte[] line, int from) {
        return line[from] == '0' && line[from + 1] == '0' && line[from + 2] == '0' && line[from + 3] == '0';
    }
}

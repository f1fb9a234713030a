package io.trellara.handoff.sink.types;

/** Text into PostgreSQL, which holds every character but U+0000. */
final class NulFreeCell implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        for (int i = from; i < to; i++) {
            if (line[i] == 0) {
                throw place.unheld("a text with the character U+0000");
            }
        }
        into.put(line, from, to - from);
    }
}

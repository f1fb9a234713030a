package io.trellara.handoff.sink.types;

/** {@code t} and {@code f} as 1 and 0. */
final class BooleanCell implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        if (to - from != 1 || (line[from] != 't' && line[from] != 'f')) {
            throw place.malformed();
        }
        into.put(line[from] == 't' ? '1' : '0');
    }
}

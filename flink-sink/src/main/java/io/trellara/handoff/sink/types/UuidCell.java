package io.trellara.handoff.sink.types;

/** A UUID as the hexadecimal digits of its 16 bytes. */
final class UuidCell implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        for (int i = from; i < to; i++) {
            if (line[i] != '-') {
                into.put(line[i]);
            }
        }
    }
}

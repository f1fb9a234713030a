package io.trellara.handoff.sink.types;

/** A UUID as its 16 bytes, in hexadecimal form. */
final class UuidCell implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        into.ascii("\\\\x");
        for (int i = from; i < to; i++) {
            if (line[i] != '-') {
                into.put(line[i]);
            }
        }
    }
}

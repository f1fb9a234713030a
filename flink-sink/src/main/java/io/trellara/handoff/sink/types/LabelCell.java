package io.trellara.handoff.sink.types;

/** The label of a MySQL enum for MySQL: what was no label when it was written is no label for a strict server. */
final class LabelCell implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        if (from == to) {
            throw place.unheld("a value that is none of the type's labels");
        }
        into.put(line, from, to - from);
    }
}

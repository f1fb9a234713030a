package io.trellara.handoff.sink.types;

/** PostgreSQL's {@code json}, which is text and may name a key twice, into MySQL's JSON, which may not. */
record JsonOfTextCell(JsonCell json) implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        json.put(line, from, to, place, into);
        if (JsonText.repeatsKey(CellText.plain(line, from, to))) {
            throw place.unheld("JSON that names a key twice");
        }
    }
}

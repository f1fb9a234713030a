package io.trellara.handoff.sink.types;

/** A MySQL timestamp for MySQL: without the zone behind it, for a session whose zone is UTC. */
final class ZoneCell implements CellConversion {
    private static final int ZONE = "+00".length();

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        if (to - from <= ZONE || line[to - ZONE] != '+') {
            throw place.malformed();
        }
        into.put(line, from, to - ZONE - from);
    }
}

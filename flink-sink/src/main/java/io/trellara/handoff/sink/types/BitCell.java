package io.trellara.handoff.sink.types;

/** Up to 64 binary digits as the decimal number that they make. */
final class BitCell implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        if (to - from > Long.SIZE) {
            throw place.malformed();
        }
        long bits = 0;
        for (int i = from; i < to; i++) {
            bits = bits << 1 | line[i] - '0';
        }
        into.ascii(Long.toUnsignedString(bits));
    }
}

package io.trellara.handoff.sink.types;

import java.nio.charset.StandardCharsets;

/**
 * A floating-point number into MySQL, which has neither NaN nor infinity, and reads a FLOAT as a double first: where
 * rounding twice would give another number, or one that is out of range for a moment, it gets the float's exact value.
 *
 * @param single whether it is of four bytes
 */
record FloatCell(boolean single) implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int first = line[from] == '-' ? from + 1 : from;
        if (line[first] == 'N' || line[first] == 'I') {
            throw place.unheld("what is not a number, or an infinite one");
        }
        if (single) {
            String text = new String(line, from, to - from, StandardCharsets.US_ASCII);
            float value = Float.parseFloat(text);
            double twice = Double.parseDouble(text);
            if (Float.compare((float) twice, value) != 0 || Math.abs(twice) > Float.MAX_VALUE) {
                into.ascii(Double.toString(value));
                return;
            }
        }
        into.put(line, from, to - from);
    }
}

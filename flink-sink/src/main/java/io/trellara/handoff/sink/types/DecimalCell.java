package io.trellara.handoff.sink.types;

/**
 * A numeric into a DECIMAL, which has neither NaN nor infinity, and would round what is too fine.
 *
 * @param whole the most digits before the point
 * @param scale the most digits behind it
 */
record DecimalCell(int whole, int scale) implements CellConversion {
    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int first = line[from] == '-' ? from + 1 : from;
        if (line[first] == 'N' || line[first] == 'I') {
            throw place.unheld("what is not a number, or an infinite one");
        }
        int point = first;
        while (point < to && line[point] != '.') {
            point++;
        }
        boolean none = point - first == 1 && line[first] == '0';
        int end = to;
        while (end > point + 1 + scale && line[end - 1] == '0') {
            end--;
        }
        if ((!none && point - first > whole) || end - point - 1 > scale) {
            throw place.unheld("a number of more than " + whole + " digits before or " + scale + " behind the point");
        }
        into.put(line, from, end - from - (end == point + 1 ? 1 : 0));
    }
}

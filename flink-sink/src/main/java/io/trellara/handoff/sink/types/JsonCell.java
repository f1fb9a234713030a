package io.trellara.handoff.sink.types;

/**
 * JSON into MySQL's JSON, whose numbers are whole ones of 64 bits or doubles, and which nests a hundred levels and no
 * more. Reads the line's bytes once.
 *
 * @param swift whether the server may read doubles as {@link SwiftDouble} does
 */
record JsonCell(boolean swift) implements CellConversion {
    private static final int MOST_LEVELS = 100;

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        int level = 0;
        int at = from;
        while (at < to) {
            byte b = line[at];
            if (b == '"') {
                at = stringEnd(line, at + 1, to);
            } else if (b == '-' || (b >= '0' && b <= '9')) {
                int end = numberEnd(line, at, to);
                if (!JsonNumber.held(line, at, end, swift)) {
                    throw place.unheld("a JSON number of more digits than a double has, or beyond its range");
                }
                at = end;
            } else {
                level += b == '{' || b == '[' ? 1 : b == '}' || b == ']' ? -1 : 0;
                if (level > MOST_LEVELS) {
                    throw place.unheld("JSON of more than " + MOST_LEVELS + " levels");
                }
                at++;
            }
        }
        into.put(line, from, to - from);
    }

    /** Behind the quote that ends the string; each of JSON's backslashes is two in a line. */
    private static int stringEnd(byte[] line, int from, int to) {
        int at = from;
        while (at < to && line[at] != '"') {
            at += line[at] == '\\' ? escape(line, at, to) : 1;
        }
        return at + 1;
    }

    /** The bytes of an escape, the one of the line around it included. */
    static int escape(byte[] line, int at, int to) {
        boolean json = at + 2 < to && line[at + 1] == '\\';
        return !json ? 2 : line[at + 2] == '\\' ? 4 : 3;
    }

    private static int numberEnd(byte[] line, int from, int to) {
        int end = from + 1;
        while (end < to && ((line[end] >= '0' && line[end] <= '9') || ".eE+-".indexOf(line[end]) >= 0)) {
            end++;
        }
        return end;
    }
}

package io.trellara.handoff.dialect.mysql;

/** MySQL's binary decimals, nine digits to four bytes, as text with all digits of their scale. Pure. */
final class CellDecimal {
    private static final int[] BYTES_OF_DIGITS = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
    private static final int GROUP = 9;

    private CellDecimal() {}

    /** The number of bytes of a decimal. */
    static int size(int precision, int scale) {
        return part(precision - scale) + part(scale);
    }

    private static int part(int digits) {
        return digits / GROUP * 4 + BYTES_OF_DIGITS[digits % GROUP];
    }

    static void put(byte[] bytes, int from, int precision, int scale, CellBuffer into) {
        boolean negative = (bytes[from] & 0x80) == 0;
        int flip = negative ? -1 : 0;
        if (negative) {
            into.put('-');
        }
        int whole = precision - scale;
        int at = from;
        int begin = into.length();
        int first = whole % GROUP;
        if (first > 0) {
            int size = BYTES_OF_DIGITS[first];
            lead(number(bytes, at, size, from, flip), first, begin, into);
            at += size;
        }
        for (int group = 0; group < whole / GROUP; group++, at += 4) {
            lead(number(bytes, at, 4, from, flip), GROUP, begin, into);
        }
        if (into.length() == begin) {
            into.put('0');
        }
        if (scale > 0) {
            into.put('.');
        }
        for (int group = 0; group < scale / GROUP; group++, at += 4) {
            into.digits(number(bytes, at, 4, from, flip), GROUP);
        }
        int last = scale % GROUP;
        if (last > 0) {
            into.digits(number(bytes, at, BYTES_OF_DIGITS[last], from, flip), last);
        }
    }

    /** Digits before the point, without the zeros before the first other digit. */
    private static void lead(long number, int digits, int begin, CellBuffer into) {
        if (into.length() > begin) {
            into.digits(number, digits);
        } else if (number != 0) {
            into.unsigned(number);
        }
    }

    /** The first bit of the whole is inverted, and all bits of a negative number. */
    private static long number(byte[] bytes, int at, int size, int from, int flip) {
        int number = 0;
        for (int i = at; i < at + size; i++) {
            int b = i == from ? bytes[i] ^ 0x80 : bytes[i];
            number = number << 8 | ((b ^ flip) & 0xFF);
        }
        return number;
    }
}

package io.trellara.handoff.model;

import java.util.Arrays;

/** Integers and numerics as PostgreSQL prints them, compared without being parsed. Pure; no allocation. */
final class NumberText {
    private static final int NEGATIVE_INFINITY = -1, FINITE = 0, INFINITY = 1, NOT_A_NUMBER = 2;

    private NumberText() {}

    /** Numeric order: {@code -Infinity}, numbers, {@code Infinity}, {@code NaN}, which equals itself. */
    static int compare(byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
        int aRank = rank(a, aFrom, aLength);
        int bRank = rank(b, bFrom, bLength);
        if (aRank != bRank || aRank != FINITE) {
            return Integer.compare(aRank, bRank);
        }
        boolean aNegative = a[aFrom] == '-';
        boolean bNegative = b[bFrom] == '-';
        if (aNegative != bNegative) {
            return aNegative ? -1 : 1; // the server prints no negative zero
        }
        return aNegative
                ? compareMagnitudes(b, bFrom + 1, bLength - 1, a, aFrom + 1, aLength - 1)
                : compareMagnitudes(a, aFrom, aLength, b, bFrom, bLength);
    }

    private static int rank(byte[] text, int from, int length) {
        if (length == 0) {
            throw new IllegalArgumentException("an empty number");
        }
        byte first = text[from];
        if (first >= '0' && first <= '9') {
            return FINITE;
        }
        if (first == 'N') {
            return NOT_A_NUMBER;
        }
        if (first == 'I') {
            return INFINITY;
        }
        if (first == '-' && length > 1) {
            return text[from + 1] == 'I' ? NEGATIVE_INFINITY : FINITE;
        }
        throw new IllegalArgumentException("not a number as the server prints it");
    }

    private static int compareMagnitudes(byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
        int aWhole = digits(a, aFrom, aLength);
        int bWhole = digits(b, bFrom, bLength);
        if (aWhole != bWhole) {
            return Integer.compare(aWhole, bWhole); // no leading zeros
        }
        int whole = Arrays.compareUnsigned(a, aFrom, aFrom + aWhole, b, bFrom, bFrom + bWhole);
        if (whole != 0 || (aWhole == aLength && bWhole == bLength)) {
            return whole;
        }
        return compareFractions(a, aFrom + aWhole, aFrom + aLength, b, bFrom + bWhole, bFrom + bLength);
    }

    /** Each fraction begins with its point, or is empty. */
    private static int compareFractions(byte[] a, int aPoint, int aEnd, byte[] b, int bPoint, int bEnd) {
        int aAt = aPoint + 1;
        int bAt = bPoint + 1;
        while (aAt < aEnd || bAt < bEnd) {
            int aDigit = aAt < aEnd ? a[aAt] : '0';
            int bDigit = bAt < bEnd ? b[bAt] : '0';
            if (aDigit != bDigit) {
                return Integer.compare(aDigit, bDigit);
            }
            aAt++;
            bAt++;
        }
        return 0;
    }

    private static int digits(byte[] text, int from, int length) {
        int count = 0;
        while (count < length && text[from + count] != '.') {
            count++;
        }
        return count;
    }

    /** The length of a numeric without zeros at the end of its fraction, and without a point that ends it. */
    static int withoutTrailingZeros(byte[] text, int from, int length) {
        if (digits(text, from, length) == length) {
            return length;
        }
        int kept = length;
        while (text[from + kept - 1] == '0') {
            kept--;
        }
        return text[from + kept - 1] == '.' ? kept - 1 : kept;
    }
}

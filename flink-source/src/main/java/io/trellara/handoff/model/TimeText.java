package io.trellara.handoff.model;

import java.util.Arrays;

/**
 * Dates and timestamps as PostgreSQL prints them in DateStyle ISO and time zone UTC, compared without being parsed:
 * years of four and more digits, {@code BC} behind, fractions without trailing zeros. Pure; no allocation.
 */
final class TimeText {
    private static final int NEGATIVE_INFINITY = -2, BEFORE_CHRIST = -1, AFTER_CHRIST = 1, INFINITY = 2;

    private TimeText() {}

    /** @param zoned whether each text ends in {@code +00} (before {@code BC}) */
    static int compare(boolean zoned, byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
        int aEra = era(a, aFrom, aLength);
        int bEra = era(b, bFrom, bLength);
        if (aEra != bEra || aEra == INFINITY || aEra == NEGATIVE_INFINITY) {
            return Integer.compare(aEra, bEra);
        }
        int aEnd = end(zoned, aEra, a, aFrom, aLength);
        int bEnd = end(zoned, bEra, b, bFrom, bLength);
        int aYear = year(a, aFrom, aEnd);
        int bYear = year(b, bFrom, bEnd);
        int years = aYear != bYear
                ? Integer.compare(aYear, bYear)
                : Arrays.compareUnsigned(a, aFrom, aFrom + aYear, b, bFrom, bFrom + bYear);
        if (years != 0) {
            return aEra == BEFORE_CHRIST ? -years : years;
        }
        // the rest is of fixed form, but for a fraction at its end: what ends earlier is smaller
        return Arrays.compareUnsigned(a, aFrom + aYear, aEnd, b, bFrom + bYear, bEnd);
    }

    private static int era(byte[] text, int from, int length) {
        if (length > 0 && text[from] == 'i') {
            return INFINITY;
        }
        if (length > 0 && text[from] == '-') {
            return NEGATIVE_INFINITY;
        }
        return length > 0 && text[from + length - 1] == 'C' ? BEFORE_CHRIST : AFTER_CHRIST;
    }

    private static int end(boolean zoned, int era, byte[] text, int from, int length) {
        int end = from + length - (era == BEFORE_CHRIST ? " BC".length() : 0);
        if (!zoned) {
            return end;
        }
        int zone = end - "+00".length();
        if (zone < from || text[zone] != '+' || text[zone + 1] != '0' || text[zone + 2] != '0') {
            throw new IllegalArgumentException("a timestamptz that was not printed in UTC");
        }
        return zone;
    }

    private static int year(byte[] text, int from, int end) {
        int digits = 0;
        while (from + digits < end && text[from + digits] != '-') {
            digits++;
        }
        if (digits < 4 || from + digits == end) {
            throw new IllegalArgumentException("a date that was not printed in ISO style");
        }
        return digits;
    }
}

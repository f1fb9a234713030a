package io.trellara.handoff.dialect.mysql;

/**
 * Dates and times as MySQL prints them, zero ones included: out of the row events' big-endian forms, and of the packed
 * form that JSON holds. Pure.
 */
final class CellTime {
    private static final long DATETIME_BIAS = 0x80_0000_0000L;
    private static final int TIME_BIAS = 0x80_0000;
    private static final long DAY_SECONDS = 86_400;
    private static final int MICRO_DIGITS = 6;

    private CellTime() {}

    /** The number of bytes of a fraction of so many digits. */
    static int fractionSize(int digits) {
        return (digits + 1) / 2;
    }

    static void date(int packed, CellBuffer into) {
        ymd(packed >>> 9, packed >>> 5 & 0xF, packed & 0x1F, into);
    }

    /** @param packed five bytes: a bias, years and months, days, hours, minutes, seconds */
    static void datetime(long packed, int fraction, int digits, CellBuffer into) {
        long value = packed - DATETIME_BIAS;
        moment(value, into);
        fraction(fraction, digits, into);
    }

    private static void moment(long value, CellBuffer into) {
        long months = value >>> 22;
        ymd((int) (months / 13), (int) (months % 13), (int) (value >>> 17 & 0x1F), into);
        into.put(' ');
        hms(value >>> 12 & 0x1F, (int) (value >>> 6 & 0x3F), (int) (value & 0x3F), into);
    }

    /** Seconds since 1970, in UTC; none at all is the zero date. */
    static void timestamp(long seconds, int fraction, int digits, CellBuffer into) {
        if (seconds == 0) {
            into.ascii("0000-00-00 00:00:00");
        } else {
            civil(seconds / DAY_SECONDS, into);
            into.put(' ');
            int rest = (int) (seconds % DAY_SECONDS);
            hms(rest / 3600, rest / 60 % 60, rest % 60, into);
        }
        fraction(fraction, digits, into);
        into.ascii("+00");
    }

    /** The calendar's date so many days after 1970-01-01, by eras of 400 years that begin in March. */
    private static void civil(long days, CellBuffer into) {
        long shifted = days + 719_468;
        long era = shifted / 146_097;
        long dayOfEra = shifted % 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long shiftedMonth = (5 * dayOfYear + 2) / 153;
        long day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
        long month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        ymd((int) (era * 400 + yearOfEra + (month <= 2 ? 1 : 0)), (int) month, (int) day, into);
    }

    /** @param packed the whole value, seconds and fraction, as the row event has it */
    static void time(long packed, int digits, CellBuffer into) {
        int fractionBits = 8 * fractionSize(digits);
        long value = packed - ((long) TIME_BIAS << fractionBits);
        if (value < 0) {
            into.put('-');
            value = -value;
        }
        long whole = value >>> fractionBits;
        hms(whole >>> 12, (int) (whole >>> 6 & 0x3F), (int) (whole & 0x3F), into);
        fraction((int) (value & ((1L << fractionBits) - 1)), digits, into);
    }

    /** A date out of a JSON value. */
    static void packedDate(long packed, CellBuffer into) {
        long days = packed >> 24 >>> 17;
        long months = days >>> 5;
        ymd((int) (months / 13), (int) (months % 13), (int) (days & 0x1F), into);
    }

    /** A moment out of a JSON value. */
    static void packedDatetime(long packed, CellBuffer into) {
        moment(packed >> 24, into);
        into.put('.');
        into.digits(packed & 0xFF_FFFF, MICRO_DIGITS);
    }

    /** A time out of a JSON value. */
    static void packedTime(long packed, CellBuffer into) {
        long value = packed;
        if (value < 0) {
            into.put('-');
            value = -value;
        }
        long whole = value >> 24;
        hms(whole >>> 12 & 0x3FF, (int) (whole >>> 6 & 0x3F), (int) (whole & 0x3F), into);
        into.put('.');
        into.digits(value & 0xFF_FFFF, MICRO_DIGITS);
    }

    private static void ymd(int year, int month, int day, CellBuffer into) {
        into.digits(year, 4);
        into.put('-');
        into.digits(month, 2);
        into.put('-');
        into.digits(day, 2);
    }

    private static void hms(long hour, int minute, int second, CellBuffer into) {
        into.digits(hour, 2);
        into.put(':');
        into.digits(minute, 2);
        into.put(':');
        into.digits(second, 2);
    }

    /** A fraction is stored with an even number of digits. */
    private static void fraction(int stored, int digits, CellBuffer into) {
        if (digits > 0) {
            into.put('.');
            into.digits((digits & 1) == 1 ? stored / 10 : stored, digits);
        }
    }
}

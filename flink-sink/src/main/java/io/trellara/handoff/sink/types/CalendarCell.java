package io.trellara.handoff.sink.types;

/** A MySQL date, datetime or timestamp into PostgreSQL, which holds only days that the calendar has. */
final class CalendarCell implements CellConversion {
    private static final int FORM = "0000-00-00".length();
    private static final int FEBRUARY = 2;
    private static final int[] DAYS = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    @Override
    public void put(byte[] line, int from, int to, ColumnPlace place, LineBuffer into) {
        if (to - from < FORM) {
            throw place.malformed();
        }
        int year = number(line, from, 4);
        int month = number(line, from + 5, 2);
        int day = number(line, from + 8, 2);
        if (year == 0 || month == 0 || day == 0 || month >= DAYS.length || day > days(year, month)) {
            throw place.unheld("a date that is zero in whole or in part, or that no calendar has");
        }
        into.put(line, from, to - from);
    }

    private static int days(int year, int month) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return DAYS[month] + (month == FEBRUARY && leap ? 1 : 0);
    }

    private static int number(byte[] line, int from, int digits) {
        int number = 0;
        for (int i = from; i < from + digits; i++) {
            number = number * 10 + line[i] - '0';
        }
        return number;
    }
}

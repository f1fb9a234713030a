package io.trellara.handoff.dialect.mysql;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Floating-point numbers as MySQL prints a double: the shortest digits that mean the same number, with an exponent
 * where the point is far away. Pure.
 */
final class CellNumber {
    private static final int MOST_BEFORE = 15;
    private static final int MOST_ZEROS = -14;
    private static final int DOUBLE_SURE = 15, DOUBLE_MOST = 17;
    private static final int FLOAT_SURE = 6, FLOAT_MOST = 9;

    private CellNumber() {}

    static void put(double value, CellBuffer into) {
        if (sign(value == 0, 1 / value < 0, value < 0, into)) {
            return;
        }
        double positive = Math.abs(value);
        BigDecimal exact = new BigDecimal(positive);
        int digits = positive < Double.MIN_NORMAL ? 1 : DOUBLE_SURE;
        BigDecimal shortest = round(exact, digits);
        while (digits < DOUBLE_MOST && shortest.doubleValue() != positive) {
            shortest = round(exact, ++digits);
        }
        put(shortest, into);
    }

    static void put(float value, CellBuffer into) {
        if (sign(value == 0, 1 / value < 0, value < 0, into)) {
            return;
        }
        float positive = Math.abs(value);
        BigDecimal exact = new BigDecimal(positive);
        int digits = positive < Float.MIN_NORMAL ? 1 : FLOAT_SURE;
        BigDecimal shortest = round(exact, digits);
        while (digits < FLOAT_MOST && shortest.floatValue() != positive) {
            shortest = round(exact, ++digits);
        }
        put(shortest, into);
    }

    /** Puts the sign; true where all is put, since it is a zero. */
    private static boolean sign(boolean zero, boolean negativeZero, boolean negative, CellBuffer into) {
        if (negative || (zero && negativeZero)) {
            into.put('-');
        }
        if (zero) {
            into.put('0');
        }
        return zero;
    }

    private static BigDecimal round(BigDecimal exact, int digits) {
        return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }

    private static void put(BigDecimal number, CellBuffer into) {
        BigDecimal plain = number.stripTrailingZeros();
        String digits = plain.unscaledValue().toString();
        int point = digits.length() - plain.scale();
        if (point < MOST_ZEROS || point > MOST_BEFORE) {
            into.put(digits.charAt(0));
            if (digits.length() > 1) {
                into.put('.');
                into.ascii(digits.substring(1));
            }
            into.put('e');
            into.number(point - 1L);
        } else if (point <= 0) {
            into.ascii("0.");
            into.ascii("0".repeat(-point));
            into.ascii(digits);
        } else if (digits.length() <= point) {
            into.ascii(digits);
            into.ascii("0".repeat(point - digits.length()));
        } else {
            into.ascii(digits.substring(0, point));
            into.put('.');
            into.ascii(digits.substring(point));
        }
    }
}

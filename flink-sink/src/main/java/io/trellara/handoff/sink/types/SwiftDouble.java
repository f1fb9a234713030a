package io.trellara.handoff.sink.types;

import java.math.BigDecimal;

/**
 * The double that MySQL's JSON parser reads where it was built for speed: digits are gathered in a whole number or,
 * behind 2^53, in a double, and scaled by one multiplication or division, so that the last bits may be wrong. Pure.
 */
final class SwiftDouble {
    private static final long EXACT = (1L << 53) - 1;
    private static final int MOST_DIGITS = 17;
    private static final int LEAST_POWER = -308;

    private final String text;
    private final boolean negative;
    private int at;
    /** Unsigned; what was gathered, until it is in {@link #value}. */
    private long whole;

    private double value;
    private boolean gathered;
    private int digits;
    private int power;

    private SwiftDouble(String text) {
        this.text = text;
        this.negative = text.charAt(0) == '-';
        this.at = negative ? 1 : 0;
    }

    /** @param text of a JSON number */
    static double read(String text) {
        SwiftDouble number = new SwiftDouble(text);
        number.beforeThePoint();
        if (number.at < text.length() && text.charAt(number.at) == '.') {
            number.at++;
            number.behindThePoint();
        }
        if (number.at < text.length()) {
            number.power += Integer.parseInt(text.substring(number.at + 1));
        }
        number.gather();
        double scaled = scaled(number.value, number.power);
        return number.negative ? -scaled : scaled;
    }

    private void beforeThePoint() {
        long most = negative ? 922_337_203_685_477_580L : 1_844_674_407_370_955_161L;
        int last = negative ? 8 : 5;
        boolean first = true;
        for (; digit() >= 0; at++) {
            if (!gathered && (whole > most || (whole == most && digit() > last))) {
                gather();
            }
            if (gathered) {
                value = value * 10 + digit();
            } else {
                whole = whole * 10 + digit();
                digits += first ? 0 : 1;
            }
            first = false;
        }
    }

    private void behindThePoint() {
        for (; !gathered && digit() >= 0 && Long.compareUnsigned(whole, EXACT) <= 0; at++) {
            whole = whole * 10 + digit();
            power--;
            digits += whole == 0 ? 0 : 1;
        }
        gather();
        for (; digit() >= 0; at++) {
            if (digits < MOST_DIGITS) {
                value = value * 10 + digit();
                power--;
                digits += value > 0 ? 1 : 0;
            }
        }
    }

    private void gather() {
        if (!gathered) {
            value = whole < 0 ? new BigDecimal(Long.toUnsignedString(whole)).doubleValue() : whole;
            gathered = true;
        }
    }

    private int digit() {
        char c = at < text.length() ? text.charAt(at) : ' ';
        return c >= '0' && c <= '9' ? c - '0' : -1;
    }

    private static double scaled(double number, int power) {
        if (power >= LEAST_POWER) {
            return once(number, power);
        }
        return power < 2 * LEAST_POWER ? 0 : once(once(number, LEAST_POWER), power - LEAST_POWER);
    }

    private static double once(double number, int power) {
        double ten = Double.parseDouble("1e" + Math.abs(power));
        return power < 0 ? number / ten : number * ten;
    }
}

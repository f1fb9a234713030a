package io.trellara.handoff.sink.types;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/** A JSON number as MySQL's JSON holds it: a whole one of 64 bits, or a double. Pure. */
final class JsonNumber {
    /** So many digits come back out of every double, and fit into 64 bits. */
    private static final int SURE_DIGITS = 15;

    private static final int MOST_DIGITS = 17;
    private static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST = new BigDecimal("18446744073709551615");

    private JsonNumber() {}

    /** The same of one in a line; most are short, and no text is made of them. */
    static boolean held(byte[] line, int from, int to, boolean swift) {
        boolean sure = to - from <= SURE_DIGITS;
        for (int i = from; i < to && sure; i++) {
            sure = line[i] != 'e' && line[i] != 'E';
        }
        return sure || held(new String(line, from, to - from, StandardCharsets.US_ASCII), swift);
    }

    /**
     * Whether it comes back the same number.
     *
     * @param swift whether the server may read doubles as {@link SwiftDouble} does
     */
    static boolean held(String text, boolean swift) {
        boolean exponent = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        if (text.length() <= SURE_DIGITS && !exponent) { // at most 2^53, and one division by at most 10^13
            return true;
        }
        boolean whole = !exponent && text.indexOf('.') < 0;
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value)) {
            return false;
        }
        BigDecimal exact = new BigDecimal(text);
        if (whole && exact.compareTo(LEAST) >= 0 && exact.compareTo(MOST) <= 0) {
            return true;
        }
        return exact.compareTo(shortest(value)) == 0 && (!swift || SwiftDouble.read(text) == value);
    }

    /** The fewest digits that mean the double, which is what the server prints. */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        int digits = Math.abs(value) < Double.MIN_NORMAL ? 1 : SURE_DIGITS;
        BigDecimal rounded = round(exact, digits);
        while (digits < MOST_DIGITS && rounded.doubleValue() != value) {
            rounded = round(exact, ++digits);
        }
        return rounded;
    }

    private static BigDecimal round(BigDecimal exact, int digits) {
        return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }
}

package io.trellara.handoff.demo;

import java.util.Comparator;
import java.util.HexFormat;

/** A row in two digests of 128 bits: of its key, and of all its cells. */
record RowDigest(long keyHigh, long keyLow, long rowHigh, long rowLow) {
    /** By key as it is written, then by content. */
    static final Comparator<RowDigest> ORDER =
            Comparator.comparing(RowDigest::key).thenComparing(RowDigest::content);

    String key() {
        return digits(keyHigh, keyLow);
    }

    String content() {
        return digits(rowHigh, rowLow);
    }

    private static String digits(long high, long low) {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}

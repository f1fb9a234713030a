package io.trellara.handoff.verify.rows;

import java.io.Serializable;
import java.util.HexFormat;

/**
 * Rows in three numbers: how many they are, and the sums (modulo 2^64) of the two halves of every row's 128-bit digest.
 * The order of the rows does not matter.
 */
public record RowSums(long rows, long high, long low) implements Serializable {
    /** Of no rows. */
    public static final RowSums NONE = new RowSums(0, 0, 0);

    /** Of the rows of both, which are different ones. */
    public RowSums plus(RowSums other) {
        return new RowSums(rows + other.rows, high + other.high, low + other.low);
    }

    /** For the evidence: rows, and both sums in 16 digits, with colons between. */
    public String text() {
        return rows + ":" + HexFormat.of().toHexDigits(high) + ":"
                + HexFormat.of().toHexDigits(low);
    }
}

package io.trellara.handoff.verify.rows;

import java.io.Serializable;
import java.util.Comparator;
import java.util.HexFormat;

/** A key in 128 bits: the same for the same key on both sides, and no value (R11). */
public record KeyDigest(long high, long low) implements Comparable<KeyDigest>, Serializable {
    private static final Comparator<KeyDigest> ORDER =
            Comparator.comparingLong(KeyDigest::high).thenComparingLong(KeyDigest::low);

    @Override
    public int compareTo(KeyDigest other) {
        return ORDER.compare(this, other);
    }

    /** Its 32 digits. */
    public String text() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}

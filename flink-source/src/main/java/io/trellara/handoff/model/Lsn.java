package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Locale;

/**
 * A position in PostgreSQL's log, in bytes from its beginning, compared unsigned.
 *
 * <p>As a boundary, floor or stream position an {@code Lsn} is half-open: it covers exactly the transactions whose
 * commit LSN is <em>below</em> it (design §5: strictly below, everywhere).
 */
public record Lsn(long value) implements Serializable, Comparable<Lsn> {
    /** Below every commit: covers nothing. */
    public static final Lsn ZERO = new Lsn(0);

    /** Reads PostgreSQL's text form, {@code 16/B374D848}. */
    public static Lsn parse(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash > 8 || text.length() - slash - 1 > 8 || slash == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' is not an LSN");
        }
        long high = Long.parseLong(text.substring(0, slash), 16);
        long low = Long.parseLong(text.substring(slash + 1), 16);
        return new Lsn(high << 32 | low);
    }

    /** Whether a transaction that committed at {@code commit} is covered. */
    public boolean covers(long commit) {
        return Long.compareUnsigned(commit, value) < 0;
    }

    /** Whether every transaction that {@code other} covers is covered by this too. */
    public boolean covers(Lsn other) {
        return compareTo(other) >= 0;
    }

    /** The later of the two. */
    public Lsn max(Lsn other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The earlier of the two. */
    public Lsn min(Lsn other) {
        return compareTo(other) <= 0 ? this : other;
    }

    @Override
    public int compareTo(Lsn other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toHexString(value >>> 32).toUpperCase(Locale.ROOT)
                + "/"
                + Long.toHexString(value & 0xFFFF_FFFFL).toUpperCase(Locale.ROOT);
    }
}

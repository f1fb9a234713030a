package io.trellara.handoff.model;

import java.util.Locale;
import java.util.Optional;

/**
 * A position in PostgreSQL's log, in bytes from its beginning, compared unsigned.
 *
 * <p>As a boundary, floor or stream position an {@code Lsn} is half-open: it covers exactly the transactions whose
 * commit LSN is <em>below</em> it (design §5: strictly below, everywhere). Places in MySQL's binary log have the same
 * form: the file's number, and the offset in it.
 */
public record Lsn(long value) implements Position, Comparable<Lsn> {
    private static final long serialVersionUID = 1;

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

    /** The same position, which must be one of PostgreSQL's. */
    public static Lsn of(Position position) {
        if (position instanceof Lsn lsn) {
            return lsn;
        }
        throw new IllegalArgumentException(position + " is not a position in PostgreSQL's log");
    }

    @Override
    public boolean covers(Commit commit) {
        return covers(commit.place());
    }

    @Override
    public boolean covers(Position other) {
        return compareTo(of(other)) >= 0;
    }

    @Override
    public Lsn with(Position other) {
        return max(of(other));
    }

    @Override
    public Lsn common(Position other) {
        return min(of(other));
    }

    @Override
    public Lsn after(Commit commit) {
        return covers(commit) ? this : new Lsn(commit.place() + 1);
    }

    @Override
    public Lsn place() {
        return this;
    }

    @Override
    public Optional<Position> reaching(Lsn place) {
        return Optional.of(place);
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

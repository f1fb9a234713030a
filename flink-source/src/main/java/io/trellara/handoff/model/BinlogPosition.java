package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A position in MySQL's log: the GTIDs that it covers, and how far that reaches without a gap in the server's own
 * binary log. Boundaries and floors are sets alone; a stream's positions have a place as well, so that the target's
 * ledger can be compared with them.
 *
 * @param gtids exactly what is covered
 * @param place every transaction below it in the binary log is covered; {@link Lsn#ZERO} where that is not known
 * @param last the transaction right before the place; null where that is not known
 */
public record BinlogPosition(
        GtidSet gtids, Lsn place, @Nullable Witness last) implements Position {
    private static final long serialVersionUID = 1;

    /**
     * A transaction and when it was committed where it was made. A server that hands out the same GTID with another
     * time has used it again: its log is not the one that the position is of.
     *
     * @param micros since 1970; 0 where the server has not told
     */
    public record Witness(Gtid gtid, long micros) implements Serializable {
        private static final long serialVersionUID = 1;

        static Witness parse(String text) {
            int equals = text.indexOf('=');
            return new Witness(Gtid.parse(text.substring(0, equals)), Long.parseLong(text.substring(equals + 1)));
        }

        @Override
        public String toString() {
            return gtid + "=" + micros;
        }
    }

    /** The transaction before the place is not known. */
    public BinlogPosition(GtidSet gtids, Lsn place) {
        this(gtids, place, null);
    }

    /** Where these GTIDs lie in the log is not known. */
    public static BinlogPosition of(GtidSet gtids) {
        return new BinlogPosition(gtids, Lsn.ZERO);
    }

    /** Reads a GTID set with or without {@code @place} behind it, and that with or without {@code ;gtid=micros}. */
    public static BinlogPosition parse(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return of(GtidSet.parse(text));
        }
        GtidSet gtids = GtidSet.parse(text.substring(0, at));
        int semicolon = text.indexOf(';', at);
        return semicolon < 0
                ? new BinlogPosition(gtids, Lsn.parse(text.substring(at + 1)))
                : new BinlogPosition(
                        gtids,
                        Lsn.parse(text.substring(at + 1, semicolon)),
                        Witness.parse(text.substring(semicolon + 1)));
    }

    /** The same position, which must be one of MySQL's. */
    public static BinlogPosition of(Position position) {
        if (position instanceof BinlogPosition binlog) {
            return binlog;
        }
        throw new IllegalArgumentException(position + " is not a position in MySQL's log");
    }

    @Override
    public boolean covers(Commit commit) {
        return gtids.contains(commit.requireGtid());
    }

    @Override
    public boolean covers(Position other) {
        return gtids.covers(of(other).gtids);
    }

    @Override
    public BinlogPosition with(Position other) {
        BinlogPosition that = of(other);
        BinlogPosition later = that.place.compareTo(place) > 0 ? that : this;
        return new BinlogPosition(gtids.union(that.gtids), later.place, later.last);
    }

    @Override
    public BinlogPosition common(Position other) {
        BinlogPosition that = of(other);
        if (that.covers(this)) {
            return this;
        }
        if (covers(that)) {
            return that;
        }
        BinlogPosition earlier = that.place.compareTo(place) < 0 ? that : this;
        return new BinlogPosition(gtids.intersect(that.gtids), earlier.place, earlier.last);
    }

    @Override
    public BinlogPosition after(Commit commit) {
        return new BinlogPosition(gtids.with(commit.requireGtid()), place.max(new Lsn(commit.place() + 1)));
    }

    /** Behind that transaction, which is the next one of the log and was made at that time. */
    public BinlogPosition after(Commit commit, long micros) {
        BinlogPosition behind = after(commit);
        return new BinlogPosition(behind.gtids, behind.place, new Witness(commit.requireGtid(), micros));
    }

    @Override
    public Optional<Position> reaching(Lsn end) {
        return place.covers(end) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public String shown() {
        return gtids.toString();
    }

    @Override
    public String toString() {
        String text = place.equals(Lsn.ZERO) ? gtids.toString() : gtids + "@" + place;
        return last == null || place.equals(Lsn.ZERO) ? text : text + ";" + last;
    }
}

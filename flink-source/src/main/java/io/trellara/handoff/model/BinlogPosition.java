package io.trellara.handoff.model;

/**
 * A position in MySQL's log: the GTIDs that it covers, and how far that reaches without a gap in the server's own
 * binary log. Boundaries and floors are sets alone; a stream's positions have a place as well, so that the target's
 * ledger can be compared with them.
 *
 * @param gtids exactly what is covered
 * @param place every transaction below it in the binary log is covered; {@link Lsn#ZERO} where that is not known
 */
public record BinlogPosition(GtidSet gtids, Lsn place) implements Position {
    private static final long serialVersionUID = 1;

    /** Where these GTIDs lie in the log is not known. */
    public static BinlogPosition of(GtidSet gtids) {
        return new BinlogPosition(gtids, Lsn.ZERO);
    }

    /** Reads a GTID set with or without {@code @place} behind it. */
    public static BinlogPosition parse(String text) {
        int at = text.indexOf('@');
        return at < 0
                ? of(GtidSet.parse(text))
                : new BinlogPosition(GtidSet.parse(text.substring(0, at)), Lsn.parse(text.substring(at + 1)));
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
        return new BinlogPosition(gtids.union(that.gtids), place.max(that.place));
    }

    @Override
    public BinlogPosition common(Position other) {
        BinlogPosition that = of(other);
        if (that.covers(this)) {
            return this;
        }
        return covers(that) ? that : new BinlogPosition(gtids.intersect(that.gtids), place.min(that.place));
    }

    @Override
    public BinlogPosition after(Commit commit) {
        return new BinlogPosition(gtids.with(commit.requireGtid()), place.max(new Lsn(commit.place() + 1)));
    }

    @Override
    public String toString() {
        return place.equals(Lsn.ZERO) ? gtids.toString() : gtids + "@" + place;
    }
}

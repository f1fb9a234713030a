package io.trellara.handoff.model;

import java.io.Serializable;

/** A global transaction identifier of MySQL, {@code uuid:number} or {@code uuid:tag:number}. */
public record Gtid(GtidOrigin origin, long number) implements Serializable {
    private static final long serialVersionUID = 1;

    public Gtid {
        if (number < 1 || number == Long.MAX_VALUE) {
            throw new IllegalArgumentException("transaction number " + number + " of " + origin);
        }
    }

    /** Reads one GTID. */
    public static Gtid parse(String text) {
        String compact = text.strip();
        int last = compact.lastIndexOf(':');
        if (last < 0) {
            throw new IllegalArgumentException("'" + text + "' is not a GTID");
        }
        return new Gtid(GtidOrigin.parse(compact.substring(0, last)), GtidText.number(compact.substring(last + 1)));
    }

    @Override
    public String toString() {
        return origin + ":" + number;
    }
}

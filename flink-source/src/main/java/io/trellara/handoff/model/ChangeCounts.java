package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * What the gate has done with streamed changes (R3); a key move counts twice.
 *
 * @param forwarded changes that passed, replayed ones included
 * @param suppressed changes that a copied view holds already
 * @param replayed changes that passed although a view held them, for a retried chunk (R5)
 */
public record ChangeCounts(long forwarded, long suppressed, long replayed) implements Serializable {
    public static final ChangeCounts NONE = new ChangeCounts(0, 0, 0);

    public ChangeCounts plus(ChangeCounts other) {
        return new ChangeCounts(forwarded + other.forwarded, suppressed + other.suppressed, replayed + other.replayed);
    }

    /** What came since {@code before}; a count that is behind it adds nothing. */
    public ChangeCounts since(ChangeCounts before) {
        return new ChangeCounts(
                Math.max(0, forwarded - before.forwarded),
                Math.max(0, suppressed - before.suppressed),
                Math.max(0, replayed - before.replayed));
    }

    /** The larger of each. */
    public ChangeCounts max(ChangeCounts other) {
        return new ChangeCounts(
                Math.max(forwarded, other.forwarded),
                Math.max(suppressed, other.suppressed),
                Math.max(replayed, other.replayed));
    }
}

package io.trellara.handoff.sim;

/**
 * One row event of the modelled log.
 *
 * @param key the row's key; for a move the old one
 * @param to for a move the new key
 * @param small the small column after it
 * @param large the large column after it
 * @param wholeOld for a move: whether the event carries the whole old row and not only its key
 */
public record ModelEvent(Kind kind, int key, int to, int small, String large, boolean wholeOld) {
    /** What happened to the row. */
    public enum Kind {
        INSERT,
        UPDATE,
        /** An update that leaves the large column out, because it did not change. */
        PARTIAL,
        DELETE,
        /** The key moves; the large column is left out. */
        MOVE
    }

    /** How many ordinals it takes. */
    public int ordinals() {
        return kind == Kind.MOVE ? 2 : 1;
    }
}

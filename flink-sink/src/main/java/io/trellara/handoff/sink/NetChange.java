package io.trellara.handoff.sink;

/**
 * What a flush does to one key, all its changes taken together.
 *
 * @param kind how it is applied
 * @param line DELETE: the key's cells in key order; else all columns, of which PARTIAL may leave some out
 */
record NetChange(Kind kind, CopyLine line) {
    enum Kind {
        /** The row goes. */
        DELETE,
        /** A full image of a row that is new, as far as this flush knows; upserted. */
        INSERT,
        /** A full image of a row that is there, as far as this flush knows; updated, upserted where it is not. */
        UPDATE,
        /** Some columns of a row; updated where it is there, never inserted. */
        PARTIAL
    }
}

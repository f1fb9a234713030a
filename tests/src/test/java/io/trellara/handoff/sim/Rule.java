package io.trellara.handoff.sim;

/** A rule of the seam that a simulation can do without, to show that it is needed. */
enum Rule {
    /**
     * The run's boundary is durable before a row is copied; without it a crash begins the stream anew at the log's end.
     */
    R1_BOUNDARY_FIRST,
    /** The stream stays below the floor of chunks that are not durable. */
    R2_FLOOR,
    /** What a copied chunk's view holds is suppressed. */
    R3_GATE,
    /** A chunk counts as copied only when a completed checkpoint contains its rows. */
    R4_DURABLE_FIRST,
    /** A chunk read again in another view is replayed from its first floor. */
    R5_RETRY,
    /** Only what a completed checkpoint contains is acknowledged. */
    R7_ACKNOWLEDGE_LATE,
    /** A claim is durable before the first row is emitted; without it a crash forgets it. */
    DURABLE_CLAIM
}

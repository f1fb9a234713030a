package io.trellara.handoff.sim;

/** A rule of the seam that a simulation can do without, to show that it is needed. Doors and messages only. */
enum Removal {
    /** R1: the log's end is read, then what is visible: a view whose boundary is not exact. */
    R1_EXACT_BOUNDARY,
    /** R1: the run's boundary is not durable before a row is copied; a crash forgets it. */
    R1_DURABLE_BOUNDARY,
    /** R2: the stream has no floor. */
    R2_FLOOR,
    /** R2: a floor is chosen without the reader's word on where its stream stands. */
    R2_ACKNOWLEDGED,
    /** R3: what a copied chunk's view holds is not suppressed. */
    R3_GATE,
    /** R4: a checkpoint counts as complete before the sinks have flushed, and nobody counts rows. */
    R4_DURABLE_FIRST,
    /** R4: barriers overtake blocks. */
    R4_ALIGNED,
    /** R5: a chunk read again in another view is gated at its new boundary. */
    R5_REPLAY,
    /** R5: a claim is not durable before the first row is read; a crash forgets it. */
    R5_DURABLE_CLAIM,
    /** R5: what is to be copied again is not erased. */
    R5_SWEEP,
    /** R5: what is to be copied again is erased before the reader has said that it keeps its changes back. */
    R5_DRAIN,
    /** R6: the target takes blocks of any generation. */
    R6_GENERATION,
    /** R6: the evidence takes writes of any fence. */
    R6_FENCE,
    /** R7: what was received is acknowledged at once, and nobody looks where the slot stands. */
    R7_ACKNOWLEDGE_LATE,
    /** R8: nobody asks which server answers. */
    R8_SAME_SOURCE,
    /** R3: a moved row is looked up before its transaction is visible. */
    R3_LOOKUP_WAITS
}

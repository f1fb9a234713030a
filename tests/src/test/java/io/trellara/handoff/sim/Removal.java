package io.trellara.handoff.sim;

import static io.trellara.handoff.sim.SourceKind.MYSQL;
import static io.trellara.handoff.sim.SourceKind.POSTGRESQL;

import java.util.Set;

/** A rule of the seam that a simulation can do without, to show that it is needed. Doors and messages only. */
enum Removal {
    /** R1: the log's end is read, then what is visible: a view whose boundary is not exact. */
    R1_EXACT_BOUNDARY(POSTGRESQL, MYSQL),
    /** R1: one connection for lock and view: its locks are given back before its view opens. */
    R1_LOCK_HELD(MYSQL),
    /** R1: one relation is locked, whatever the view serves. */
    R1_WHOLE_LOCK(MYSQL),
    /** R1: the run's boundary is not durable before a row is copied; a crash forgets it. */
    R1_DURABLE_BOUNDARY(POSTGRESQL, MYSQL),
    /** R2: the stream has no floor. */
    R2_FLOOR(POSTGRESQL, MYSQL),
    /** R2: a floor is chosen without the reader's word on where its stream stands. */
    R2_ACKNOWLEDGED(POSTGRESQL, MYSQL),
    /** R2: a floor is what counts as executed, whatever the stream was sent. */
    R2_REACHED(MYSQL),
    /** R2: a wave's views are opened before its floor is chosen. */
    R2_VIEW_BEHIND_FLOOR(MYSQL),
    /** R2: the same, and nobody compares them with their floor. */
    R2_VIEW_COVERS_FLOOR(MYSQL),
    /** R3: what a copied chunk's view holds is not suppressed. */
    R3_GATE(POSTGRESQL, MYSQL),
    /** R3: of sets of GTIDs only the largest numbers count. */
    R3_SETS(MYSQL),
    /** R4: a checkpoint counts as complete before the sinks have flushed, and nobody counts rows. */
    R4_DURABLE_FIRST(POSTGRESQL, MYSQL),
    /** R4: barriers overtake blocks. */
    R4_ALIGNED(POSTGRESQL, MYSQL),
    /** R5: a chunk read again in another view is gated at its new boundary. */
    R5_REPLAY(POSTGRESQL, MYSQL),
    /** R5: a claim is not durable before the first row is read; a crash forgets it. */
    R5_DURABLE_CLAIM(POSTGRESQL, MYSQL),
    /** R5: a chunk is claimed at the boundary of another reader's view. */
    R5_OWN_BOUNDARY(MYSQL),
    /** R5: a chunk that was claimed in a reader's closed view is read in its next one. */
    R5_VIEW_OF_THE_CLAIM(MYSQL),
    /** R5: what is to be copied again is not erased. */
    R5_SWEEP(POSTGRESQL, MYSQL),
    /** R5: what is to be copied again is erased before the reader has said that it keeps its changes back. */
    R5_DRAIN(POSTGRESQL, MYSQL),
    /** R6: the target takes blocks of any generation. */
    R6_GENERATION(POSTGRESQL, MYSQL),
    /** R6: the evidence takes writes of any fence. */
    R6_FENCE(POSTGRESQL, MYSQL),
    /** R7: what was received is acknowledged at once, and nobody looks where the slot stands. */
    R7_ACKNOWLEDGE_LATE(POSTGRESQL),
    /** R8: nobody asks which server answers. */
    R8_SAME_SOURCE(POSTGRESQL, MYSQL),
    /** R3: a moved row is looked up before its transaction is visible. */
    R3_LOOKUP_WAITS(POSTGRESQL);

    private final boolean postgresql;
    private final boolean mysql;

    Removal(SourceKind... kinds) {
        Set<SourceKind> needing = Set.of(kinds);
        this.postgresql = needing.contains(POSTGRESQL);
        this.mysql = needing.contains(MYSQL);
    }

    /** Whether sources of that kind need the rule. */
    boolean concerns(SourceKind kind) {
        return kind == MYSQL ? mysql : postgresql;
    }
}

package io.trellara.handoff.read;

import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Block;
import io.trellara.handoff.model.CopyBlock;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.TouchedChunks;
import io.trellara.handoff.model.Wait;
import io.trellara.handoff.state.ChunkReport;
import io.trellara.handoff.state.HandoffSplit.ChunkSplit;
import io.trellara.handoff.state.StreamPosition;
import java.util.List;
import java.util.Map;

/** What a fetcher hands to the task thread. Progress travels with the records it belongs to. */
sealed interface Fetched {
    /** Rows of a chunk. */
    record Rows(CopyBlock block) implements Fetched {}

    /** All rows of a chunk have been handed over. */
    record ChunkDone(ChunkReport report) implements Fetched {}

    /** A chunk's attempt ended early. */
    record ChunkFailed(ChunkSplit chunk, boolean viewLost, Finding finding) implements Fetched {}

    /** A view of the reader's own is open. */
    record ViewOpened(int wave, ViewTicket ticket, OwnView.Cost cost) implements Fetched {}

    /** A view of the reader's own is not open yet. */
    record ViewWaits(int wave, Wait waitedFor) implements Fetched {}

    /** A view of the reader's own could not be opened. */
    record ViewFailed(int wave, Finding finding) implements Fetched {}

    /**
     * Streamed blocks, emitted whole or not at all between two checkpoints, and where the stream stands after them.
     *
     * @param forwarded changes in the blocks
     * @param suppressed changes that the gate kept back on the way
     * @param touched the chunks that changes up to there fell into, and are not said before
     */
    record Changes(
            List<Block> blocks,
            StreamPosition after,
            int forwarded,
            int suppressed,
            Map<Relation, TouchedChunks> touched)
            implements Fetched {}

    /** The stream stands, behind everything handed over before; {@code reached} covers all of that. */
    record Held(int sequence, Position reached) implements Fetched {}

    /** The gate is closed for the ranges of that request, and nothing of them comes after this. */
    record Suppressed(int sequence) implements Fetched {}

    /** A reason to halt the run. */
    record Halted(Finding finding) implements Fetched {}

    /** A failure that a restart may cure. */
    record Broken(RuntimeException cause) implements Fetched {}
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.util.List;

/**
 * What the evidence holds of one relation's copy.
 *
 * @param retired whether another run within the run carries it, or none
 * @param chunksTotal chunks that were planned
 * @param chunksRecorded chunk rows that are there
 * @param chunksCopied chunk rows in state copied
 * @param rowsCounted the relation's own counter
 * @param rowsInChunks the sum over its copied chunks
 * @param lastCheckpoint the newest checkpoint that made a chunk durable; 0 when none did
 * @param boundaries of all copied chunks, without doubles
 */
record CopiedRelation(
        Relation relation,
        boolean retired,
        int chunksTotal,
        int chunksRecorded,
        int chunksCopied,
        long rowsCounted,
        long rowsInChunks,
        long lastCheckpoint,
        String schemaFingerprint,
        List<Position> boundaries) {
    Position smallestBoundary() {
        return boundaries.stream().reduce(Position::common).orElseThrow();
    }

    Position largestBoundary() {
        return boundaries.stream().reduce(Position::with).orElseThrow();
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of {@code snapshot_table_progress}.
 *
 * @param state planned, copying, copied, or retired: carried by a later run within the run, or by none
 * @param erasedRows rows of the target that were deleted before they were copied again (R5)
 * @param watermark the run's boundary, once the relation is copied
 */
public record RelationRecord(
        Relation relation,
        String state,
        long copiedRows,
        Optional<Position> watermark,
        int chunksTotal,
        int chunksCopied,
        long bytesCopied,
        long erasedRows,
        String schemaFingerprint,
        String keyColumns,
        Optional<Instant> firstChunkAt,
        Optional<Instant> lastChunkAt) {
    /** Whether these rows say nothing of the present any more. */
    public boolean retired() {
        return state.equals("retired");
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.time.Instant;

/**
 * A row of {@code snapshot_handoff_events}: this relation is copied, and from {@code watermark} the stream carries it.
 */
public record HandoffEvent(
        Relation relation,
        Position watermark,
        long copiedRows,
        long checkpointId,
        String schemaFingerprint,
        Position smallestBoundary,
        Position largestBoundary,
        Instant completedAt) {}

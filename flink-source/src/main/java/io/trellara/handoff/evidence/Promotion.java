package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import java.util.List;
import java.util.Optional;

/**
 * All that one completed checkpoint makes durable, written in one transaction (R4, R7).
 *
 * @param checkpointId Flink's number
 * @param copied chunks that became durable: claimed → copied
 * @param streamPosition the stream's acknowledgeable position in that checkpoint, if a stream ran
 * @param changes what the gate did since the last promotion
 */
public record Promotion(
        long checkpointId, List<ChunkMove> copied, Optional<Position> streamPosition, ChangeCounts changes) {}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.StreamTouches;
import java.util.List;
import java.util.Optional;

/**
 * All that one completed checkpoint makes durable, written in one transaction (R4, R7).
 *
 * @param checkpointId Flink's number
 * @param copied chunks that became durable: claimed → copied
 * @param streamPosition the stream's acknowledgeable position in that checkpoint, if a stream ran
 * @param changes what the gate did since the last promotion
 * @param touches the chunks that the stream has touched up to its position there, in the order of the log
 */
public record Promotion(
        long checkpointId,
        List<ChunkMove> copied,
        Optional<Position> streamPosition,
        ChangeCounts changes,
        List<StreamTouches> touches) {
    public Promotion {
        copied = List.copyOf(copied);
        touches = List.copyOf(touches);
    }

    /** Of a run without a stream of its own, or one that has touched nothing. */
    public Promotion(
            long checkpointId, List<ChunkMove> copied, Optional<Position> streamPosition, ChangeCounts changes) {
        this(checkpointId, copied, streamPosition, changes, List.of());
    }
}

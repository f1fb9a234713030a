package io.trellara.handoff.state;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import java.io.Serializable;

/**
 * How far the stream has been emitted.
 *
 * @param position every transaction with a commit below it has been emitted whole
 * @param partialCommit commit LSN of the transaction under way, or 0
 * @param partialOrdinal row events of that transaction already emitted, counted before the gate
 * @param mark every lane has been told this position (design §7: it may be acknowledged once durable)
 * @param counts what the gate did since the stream was assigned in this Flink state's life
 */
public record StreamPosition(Lsn position, long partialCommit, int partialOrdinal, Lsn mark, ChangeCounts counts)
        implements Serializable {
    /** The start of a stream at a boundary. */
    public static StreamPosition at(Lsn boundary) {
        return new StreamPosition(boundary, 0, 0, boundary, ChangeCounts.NONE);
    }

    /** The same stream, further on: at a position that is durable. */
    public StreamPosition advancedTo(Lsn durable) {
        return new StreamPosition(durable, 0, 0, durable, counts);
    }

    /** The same stream, where every lane knows of it; what was emitted since is emitted again. */
    public StreamPosition backToMark() {
        return new StreamPosition(mark, 0, 0, mark, counts);
    }

    /** Whether everything up to {@code other} has been emitted here too. */
    public boolean reaches(StreamPosition other) {
        if (other.partialCommit == 0) {
            return position.covers(other.position);
        }
        return position.covers(other.partialCommit)
                || (partialCommit == other.partialCommit && partialOrdinal >= other.partialOrdinal);
    }

    @Override
    public String toString() {
        return partialCommit == 0 ? position.toString() : position + "+" + partialOrdinal;
    }
}

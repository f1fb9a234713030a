package io.trellara.handoff.state;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import java.io.Serializable;

/**
 * How far the stream has been emitted.
 *
 * @param position every transaction that it covers has been emitted whole
 * @param partialCommit the transaction under way, or {@link Commit#NONE}
 * @param partialOrdinal row events of that transaction already emitted, counted before the gate
 * @param mark every lane has been told this position (design §7: it may be acknowledged once durable)
 * @param counts what the gate did since the stream was assigned in this Flink state's life
 */
public record StreamPosition(
        Position position, Commit partialCommit, int partialOrdinal, Position mark, ChangeCounts counts)
        implements Serializable {
    /** The start of a stream at a boundary. */
    public static StreamPosition at(Position boundary) {
        return new StreamPosition(boundary, Commit.NONE, 0, boundary, ChangeCounts.NONE);
    }

    /** The same stream, further on: at a position that is durable. */
    public StreamPosition advancedTo(Position durable) {
        return new StreamPosition(durable, Commit.NONE, 0, durable, counts);
    }

    /** The same stream, where every lane knows of it; what was emitted since is emitted again. */
    public StreamPosition backToMark() {
        return new StreamPosition(mark, Commit.NONE, 0, mark, counts);
    }

    /** Whether a part of a transaction has been emitted beyond the position. */
    public boolean isPartial() {
        return !partialCommit.equals(Commit.NONE);
    }

    /** Whether everything up to {@code other} has been emitted here too. */
    public boolean reaches(StreamPosition other) {
        if (!other.isPartial()) {
            return position.covers(other.position);
        }
        return position.covers(other.partialCommit)
                || (partialCommit.equals(other.partialCommit) && partialOrdinal >= other.partialOrdinal);
    }

    @Override
    public String toString() {
        return isPartial() ? position + "+" + partialOrdinal : position.toString();
    }
}

package io.trellara.handoff.read;

import io.trellara.handoff.emit.LaneBlocks;
import io.trellara.handoff.emit.LaneBlocks.Place;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.StreamPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A TRUNCATE on its way. It has no key and so no lane: the stream stands before it until everything earlier is durable,
 * hands it out relation by relation, each alone, and stands behind it until that is durable too (design §4). So no lane
 * can overtake it.
 */
final class TruncateHold {
    private final Deque<Truncation> left;
    private final StreamPosition before;
    private final StreamPosition behind;
    private boolean begun;

    /** One relation's part; each has an ordinal of its own. */
    record Truncation(RelationSchema schema, Place place) {}

    /** Stands between two positions of the stream. */
    TruncateHold(List<Truncation> truncations, StreamPosition before, StreamPosition behind) {
        this.left = new ArrayDeque<>(truncations);
        this.before = before;
        this.behind = behind;
    }

    /** The ordinal up to which the transaction has been handed out: a TRUNCATE still held has not been emitted. */
    int handedOutBelow() {
        Truncation next = left.peek();
        return next == null ? behind.partialOrdinal() : next.place().ordinal();
    }

    /** One step as far as {@code durable} allows; true when the stream may go on. */
    boolean proceed(Optional<StreamPosition> durable, LaneBlocks blocks) {
        if (left.isEmpty()) {
            return durable.filter(d -> d.reaches(behind)).isPresent();
        }
        if (blocks.changes() == 0
                && (begun || durable.filter(d -> d.reaches(before)).isPresent())) {
            begun = true;
            Truncation next = left.remove();
            blocks.truncate(next.schema(), next.place());
        }
        return false;
    }
}

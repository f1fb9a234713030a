package io.trellara.handoff.read;

import io.trellara.handoff.emit.LaneBlocks;
import io.trellara.handoff.emit.LaneBlocks.Place;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.StreamPosition;
import java.util.List;
import java.util.Optional;

/**
 * A TRUNCATE on its way. It has no key and so no lane: the stream stands before it until everything earlier is durable,
 * hands it out alone, and stands behind it until it is durable too (design §4). So no lane can overtake it.
 */
final class TruncateHold {
    private final List<RelationSchema> relations;
    private final Place place;
    private boolean handedOut;

    TruncateHold(List<RelationSchema> relations, Place place) {
        this.relations = relations;
        this.place = place;
    }

    /** One step as far as {@code durable} allows; true when the stream may go on. */
    boolean proceed(Optional<StreamPosition> durable, LaneBlocks blocks) {
        if (!handedOut && reached(durable, place.ordinal()) && blocks.changes() == 0) {
            relations.forEach(schema -> blocks.truncate(schema, place));
            handedOut = true;
            return false;
        }
        return handedOut && reached(durable, place.ordinal() + 1);
    }

    private boolean reached(Optional<StreamPosition> durable, int ordinals) {
        return durable.filter(d -> d.position().covers(place.commit())
                        || (d.partialCommit() == place.commit() && d.partialOrdinal() >= ordinals))
                .isPresent();
    }
}

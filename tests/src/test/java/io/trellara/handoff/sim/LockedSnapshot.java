package io.trellara.handoff.sim;

import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidOrigin;
import io.trellara.handoff.model.GtidSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How a view of MySQL comes to its boundary: under a lock, or in one of the ways that are wrong. */
final class LockedSnapshot {
    private final SimulatedSource source;
    private final Set<Removal> removed;
    private Optional<Taken> early = Optional.empty();

    /** A snapshot, and the boundary that is said to be its. */
    record Taken(SimulatedOwnView.Image image, GtidSet boundary) {}

    LockedSnapshot(SimulatedSource source, Set<Removal> removed) {
        this.source = source;
        this.removed = removed;
    }

    private boolean without(Removal rule) {
        return removed.contains(rule);
    }

    /** Writers of these relations are kept out until both are read. */
    Taken take(GtidSet floor, Set<Integer> relations) {
        if (early.isPresent()) {
            Taken taken = early.get();
            return without(Removal.R2_VIEW_COVERS_FLOOR)
                    ? new Taken(taken.image(), taken.boundary().union(floor))
                    : taken;
        }
        source.awaitExecuted(floor);
        if (without(Removal.R1_EXACT_BOUNDARY)) {
            SimulatedOwnView.Image first = image();
            writersGoOn();
            return new Taken(first, source.executed());
        }
        source.lock(without(Removal.R1_WHOLE_LOCK) ? Set.of(Math.floorMod(relations.hashCode(), 2)) : relations);
        GtidSet boundary = source.executed();
        if (without(Removal.R1_LOCK_HELD)) {
            writersGoOn();
        }
        return new Taken(image(), boundary);
    }

    /** The next views are taken now, whatever their floor will be. */
    void takeEarly(Set<Integer> relations) {
        early = Optional.empty();
        early = Optional.of(take(GtidSet.EMPTY, relations));
    }

    private SimulatedOwnView.Image image() {
        return new SimulatedOwnView.Image(source.visibleRows(), source.invisible(), source.log.size());
    }

    private void writersGoOn() {
        for (int i = source.choices.below(4); i > 0; i--) {
            source.write();
            source.becomeVisible();
        }
    }

    /** What somebody makes of a set who looks at each origin's largest number only, where that is allowed. */
    BinlogPosition told(GtidSet set) {
        if (!without(Removal.R3_SETS)) {
            return BinlogPosition.of(set);
        }
        StringBuilder filled = new StringBuilder();
        for (Map.Entry<GtidOrigin, long[]> origin : set.toMap().entrySet()) {
            long[] numbers = origin.getValue();
            filled.append(filled.isEmpty() ? "" : ",")
                    .append(origin.getKey())
                    .append(":1-")
                    .append(numbers[numbers.length - 1] - 1);
        }
        return BinlogPosition.of(GtidSet.parse(filled.toString()));
    }
}

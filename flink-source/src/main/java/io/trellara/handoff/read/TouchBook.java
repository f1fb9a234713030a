package io.trellara.handoff.read;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.StreamTouches;
import io.trellara.handoff.model.TouchedChunks;
import java.util.LinkedHashMap;
import java.util.Map;

/** The chunks that a reader's stream has touched since its last snapshot. Task thread. */
final class TouchBook {
    private Position from;
    private Map<Relation, TouchedChunks> relations = new LinkedHashMap<>();

    /** @param from where the stream begins */
    TouchBook(Position from) {
        this.from = from;
    }

    void add(Map<Relation, TouchedChunks> touched) {
        StreamTouches.add(relations, touched);
    }

    /** All of it, up to where the stream stands in this snapshot; the next one begins there. */
    StreamTouches take(Position to) {
        StreamTouches taken = new StreamTouches(from, to, relations);
        from = to;
        relations = new LinkedHashMap<>();
        return taken;
    }
}

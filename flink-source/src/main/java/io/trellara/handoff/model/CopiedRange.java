package io.trellara.handoff.model;

import java.io.Serializable;

/**
 * A key range that is durably copied, as the gate needs it; adjacent chunks with the same boundary and gate are one.
 *
 * @param boundary the view that the rows came from
 * @param gate changes covered by it are suppressed; at or below the boundary (R5)
 */
public record CopiedRange(Relation relation, KeyRange range, Position boundary, Position gate) implements Serializable {
    public CopiedRange {
        if (!boundary.covers(gate)) {
            throw new IllegalArgumentException(relation + ": a gate beyond its boundary would lose changes");
        }
    }
}

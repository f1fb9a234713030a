package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RelationSchema;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What the stream's gate is made from. Coordinator thread. */
interface GateSource {
    /** The contract in force. */
    Collection<RelationSchema> schemas();

    /** The chunks in force, relation by relation in key order. */
    List<ChunkRecord> chunks();

    /** How far the stream may go; empty where nothing holds it (R2). */
    Optional<Position> floor();
}

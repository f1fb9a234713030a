package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the evidence says when a coordinator starts.
 *
 * @param boundary P0; empty while there is no slot
 * @param plan without chunks while there is no plan
 * @param nextWave the number of the next wave to open
 */
record RunOpening(long fence, RunState state, Optional<Position> boundary, RunPlan.Part plan, int nextWave) {
    boolean hasPlan() {
        return !plan.chunks().isEmpty();
    }

    Map<Relation, RelationSchema> schemas() {
        return plan.schemas();
    }

    /** The chunks of the relations that the run itself carries, in plan order. */
    List<ChunkRecord> chunks() {
        return plan.carried();
    }
}

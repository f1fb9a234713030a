package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A run within a run that is to be made.
 *
 * @param request that it answers
 * @param schema the contract of its relation
 * @param chunks under numbers that no other plan of the relation has
 */
public record ChildPlan(ChildKind kind, long request, RelationSchema schema, Map<ChunkId, KeyRange> chunks) {
    public ChildPlan {
        chunks = new LinkedHashMap<>(chunks);
    }
}

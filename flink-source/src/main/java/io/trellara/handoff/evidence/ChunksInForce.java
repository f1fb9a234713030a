package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The chunks that say where a run's relations stand: those of each plan that carries the relation, with each chunk that
 * a later one copies again in the place of the older one. A chunk is copied again with the same bounds, so no key is
 * compared. Numbers of a relation's chunks go on from plan to plan, so that every attempt has one name for all time.
 * Pure.
 */
public final class ChunksInForce {
    private ChunksInForce() {}

    /**
     * The chunks in force, relation by relation in the order of the plans.
     *
     * @param plans the run's own chunks, then those of the runs within it, oldest first; without retired relations
     */
    public static List<ChunkRecord> of(List<List<ChunkRecord>> plans) {
        Map<Relation, Map<KeyRange, ChunkRecord>> force = new LinkedHashMap<>();
        for (List<ChunkRecord> plan : plans) {
            for (ChunkRecord chunk : plan) {
                force.computeIfAbsent(chunk.id().relation(), relation -> new LinkedHashMap<>())
                        .put(chunk.range(), chunk);
            }
        }
        List<ChunkRecord> all = new ArrayList<>();
        force.values().forEach(relation -> all.addAll(relation.values()));
        return all;
    }

    /** The number of the relation's next chunk, given all there are. */
    public static int nextNumber(Relation relation, Collection<ChunkRecord> all) {
        return 1
                + all.stream()
                        .map(ChunkRecord::id)
                        .filter(id -> id.relation().equals(relation))
                        .mapToInt(ChunkId::number)
                        .max()
                        .orElse(-1);
    }
}

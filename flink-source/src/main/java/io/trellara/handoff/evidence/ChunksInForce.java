package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The chunks that say where a run's relations stand: those of each plan that carries the relation, with each chunk that
 * a later one copies again in the place of the older one. A chunk is copied again with the same bounds, so no key is
 * compared. Numbers of a relation's chunks go on from plan to plan: every attempt has one name for all time, and the
 * greater number is the later plan. Pure.
 */
public final class ChunksInForce {
    private ChunksInForce() {}

    /** The chunks in force among those of all plans that carry their relation, relation by relation in key order. */
    public static List<ChunkRecord> of(Stream<ChunkRecord> carried) {
        Map<Relation, Map<KeyRange, ChunkRecord>> force = new LinkedHashMap<>();
        carried.sorted(Comparator.comparingInt(chunk -> chunk.id().number()))
                .forEach(chunk -> force.computeIfAbsent(chunk.id().relation(), relation -> new LinkedHashMap<>())
                        .put(chunk.range(), chunk));
        return force.values().stream()
                .flatMap(relation -> relation.values().stream())
                .toList();
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

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The chunks that say where a run's relations stand: the run's own plan, with each chunk that a later run within it
 * copies again in the place of the older one. A chunk is copied again with the same bounds, so no key is compared. A
 * relation that was added or whose contract was refreshed has the later plan alone; a removed one has none. Numbers of
 * a relation's chunks go on from plan to plan, so that every attempt has one name for all time. Pure.
 */
public final class ChunksInForce {
    private ChunksInForce() {}

    /** A run within the run, and its chunks. */
    public record Child(ChildKind kind, List<Relation> relations, List<ChunkRecord> chunks) {
        public Child {
            relations = List.copyOf(relations);
            chunks = List.copyOf(chunks);
        }

        private int newest() {
            return chunks.stream().mapToInt(c -> c.id().number()).max().orElse(Integer.MAX_VALUE);
        }
    }

    /** The chunks in force, relation by relation in the order of the plans. */
    public static List<ChunkRecord> of(List<ChunkRecord> own, List<Child> children) {
        Map<Relation, Map<KeyRange, ChunkRecord>> force = new LinkedHashMap<>();
        own.forEach(chunk -> put(force, chunk));
        children.stream().sorted(Comparator.comparingInt(Child::newest)).forEach(child -> {
            if (child.kind() != ChildKind.RECOPY) {
                child.relations().forEach(force::remove);
            }
            child.chunks().forEach(chunk -> put(force, chunk));
        });
        List<ChunkRecord> all = new ArrayList<>();
        force.values().forEach(relation -> all.addAll(relation.values()));
        return all;
    }

    /** The number of the relation's next chunk. */
    public static int nextNumber(Relation relation, List<ChunkRecord> own, List<Child> children) {
        List<ChunkRecord> all = new ArrayList<>(own);
        children.forEach(child -> all.addAll(child.chunks()));
        return 1
                + all.stream()
                        .map(ChunkRecord::id)
                        .filter(id -> id.relation().equals(relation))
                        .mapToInt(ChunkId::number)
                        .max()
                        .orElse(-1);
    }

    private static void put(Map<Relation, Map<KeyRange, ChunkRecord>> force, ChunkRecord chunk) {
        force.computeIfAbsent(chunk.id().relation(), relation -> new LinkedHashMap<>())
                .put(chunk.range(), chunk);
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run's relations and chunks together with those of the runs within it.
 *
 * @param ownSchemas as the run itself has them
 * @param own the run's own chunks
 * @param children the runs within it, oldest first
 */
public record RunPlan(Map<Relation, RelationSchema> ownSchemas, List<ChunkRecord> own, List<Child> children) {
    public RunPlan {
        own = List.copyOf(own);
        children = List.copyOf(children);
    }

    /** A run within the run, with its contract and its chunks. */
    public record Child(ChildRun run, Map<Relation, RelationSchema> schemas, List<ChunkRecord> chunks) {
        private ChunksInForce.Child inForce() {
            return new ChunksInForce.Child(run.kind(), List.copyOf(schemas.keySet()), chunks);
        }
    }

    /** Reads it; blocks. */
    public static RunPlan read(EvidenceReader evidence, RunKey run) {
        List<Child> children = evidence.children(run).stream()
                .map(child -> new Child(
                        child,
                        evidence.schemas(child.run().run()),
                        evidence.chunks(child.run().run())))
                .toList();
        return new RunPlan(evidence.schemas(run), evidence.chunks(run), children);
    }

    /** The contract in force, by relation. */
    public Map<Relation, RelationSchema> schemas() {
        Map<Relation, RelationSchema> schemas = new LinkedHashMap<>(ownSchemas);
        for (Child child : children) {
            if (child.run().kind() == ChildKind.REMOVED) {
                child.schemas().keySet().forEach(schemas::remove);
            } else {
                schemas.putAll(child.schemas());
            }
        }
        return schemas;
    }

    /** The chunks that say where the relations stand. */
    public List<ChunkRecord> chunksInForce() {
        return ChunksInForce.of(own, inForce());
    }

    /** The number of a relation's next chunk. */
    public int nextNumber(Relation relation) {
        return ChunksInForce.nextNumber(relation, own, inForce());
    }

    /** The chunks of all plans. */
    public List<ChunkRecord> all() {
        List<ChunkRecord> all = new ArrayList<>(own);
        children.forEach(child -> all.addAll(child.chunks()));
        return all;
    }

    private List<ChunksInForce.Child> inForce() {
        return children.stream().map(Child::inForce).toList();
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run's relations and chunks together with those of the runs within it.
 *
 * @param own the run's own
 * @param children those of the runs within it, in the order of their requests
 */
public record RunPlan(Part own, List<Child> children) {
    public RunPlan {
        children = List.copyOf(children);
    }

    /**
     * What one run says.
     *
     * @param schemas the contract of the relations that it carries: those that are retired are not among them
     * @param chunks all of its chunks
     */
    public record Part(Map<Relation, RelationSchema> schemas, List<ChunkRecord> chunks) {
        public Part {
            schemas = new LinkedHashMap<>(schemas);
            chunks = List.copyOf(chunks);
        }

        /** Reads it; blocks. */
        public static Part read(EvidenceReader evidence, RunKey run) {
            return new Part(evidence.schemas(run), evidence.chunks(run));
        }

        /** The chunks of the relations that it carries. */
        public List<ChunkRecord> carried() {
            return chunks.stream()
                    .filter(chunk -> schemas.containsKey(chunk.id().relation()))
                    .toList();
        }
    }

    /** A run within the run. */
    public record Child(ChildRun run, Part part) {}

    /** Reads it; blocks. */
    public static RunPlan read(EvidenceReader evidence, RunKey run) {
        List<Child> children = evidence.children(run).stream()
                .map(child -> new Child(child, Part.read(evidence, child.run().run())))
                .toList();
        return new RunPlan(Part.read(evidence, run), children);
    }

    /** The contract in force, by relation. */
    public Map<Relation, RelationSchema> schemas() {
        Map<Relation, RelationSchema> schemas = new LinkedHashMap<>();
        parts().forEach(part -> schemas.putAll(part.schemas()));
        return schemas;
    }

    /** The chunks that say where the relations stand. */
    public List<ChunkRecord> chunksInForce() {
        return ChunksInForce.of(parts().flatMap(part -> part.carried().stream()));
    }

    /** The number of a relation's next chunk, retired plans included. */
    public int nextNumber(Relation relation) {
        return ChunksInForce.nextNumber(relation, all());
    }

    /** The chunks of all plans. */
    public List<ChunkRecord> all() {
        List<ChunkRecord> all = new ArrayList<>();
        parts().forEach(part -> all.addAll(part.chunks()));
        return all;
    }

    private Stream<Part> parts() {
        return Stream.concat(Stream.of(own), children.stream().map(Child::part));
    }
}

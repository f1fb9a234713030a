package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.ChildKind;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunksInForce;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.state.ChunkReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The run's own chunks together with those of the runs within it. Coordinator thread. */
final class RunFamily implements GateSource {
    private final Supplier<ChunkTracker> own;
    private final List<Child> children = new ArrayList<>();

    /** @param own the run's own chunks, once they are known */
    RunFamily(Supplier<ChunkTracker> own) {
        this.own = own;
    }

    /** A run within the run; its desk is kept although nothing more may be written by it. */
    record Child(ChildKind kind, ChildDesk desk, ChunkTracker tracker) {
        /** Its one relation's. */
        RelationSchema schema() {
            return tracker.schemas().iterator().next();
        }
    }

    /** Moves of a child that a checkpoint allows. */
    record ChildMoves(Child child, List<ChunkMove> moves) {}

    void add(Child child) {
        children.add(child);
    }

    int size() {
        return children.size();
    }

    @Override
    public Collection<RelationSchema> schemas() {
        Map<Relation, RelationSchema> schemas = new LinkedHashMap<>();
        trackers()
                .flatMap(tracker -> tracker.schemas().stream())
                .forEach(schema -> schemas.put(schema.relation(), schema));
        return schemas.values();
    }

    @Override
    public List<ChunkRecord> chunks() {
        return ChunksInForce.of(trackers().flatMap(tracker -> tracker.all().stream()));
    }

    private Stream<ChunkTracker> trackers() {
        return Stream.concat(Stream.of(own.get()), children.stream().map(Child::tracker));
    }

    @Override
    public Optional<Position> floor() {
        return trackers().flatMap(tracker -> tracker.floor().stream()).reduce(Position::common);
    }

    /** The chunks in force of one relation, in key order; empty where it is none of the run's. */
    List<ChunkRecord> chunks(Relation relation) {
        return chunks().stream()
                .filter(chunk -> chunk.id().relation().equals(relation))
                .toList();
    }

    Optional<RelationSchema> schema(Relation relation) {
        return schemas().stream()
                .filter(schema -> schema.relation().equals(relation))
                .findFirst();
    }

    /** The number of the relation's next chunk. */
    int nextNumber(Relation relation) {
        return ChunksInForce.nextNumber(relation, chunks());
    }

    /** Moves of the run's own chunks that these reports allow (R4). */
    List<ChunkMove> promotable(List<ChunkReport> reports, long checkpointId) {
        return own.get().promotable(reports, checkpointId);
    }

    /** The same of the runs within it; those without a move are left out. */
    List<ChildMoves> promotableOfChildren(List<ChunkReport> reports, long checkpointId) {
        return children.stream()
                .map(child -> new ChildMoves(child, child.tracker().promotable(reports, checkpointId)))
                .filter(moves -> !moves.moves().isEmpty())
                .toList();
    }

    /** Takes over moves that are durable, and answers with what the gate gets. */
    List<CopiedRange> apply(List<ChunkMove> moves, List<ChildMoves> ofChildren) {
        own.get().apply(moves);
        List<ChunkRecord> moved = new ArrayList<>();
        moves.forEach(move -> moved.add(move.after()));
        for (ChildMoves child : ofChildren) {
            child.child().tracker().apply(child.moves());
            child.moves().forEach(move -> moved.add(move.after()));
        }
        return moved.isEmpty() ? List.of() : GatePages.granted(schemas(), chunks(), moved);
    }
}

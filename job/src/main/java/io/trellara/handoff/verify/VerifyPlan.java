package io.trellara.handoff.verify;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is compared: the run's relations under its contract, in the ranges of its chunks in force, so that what differs
 * can be copied again by chunk.
 *
 * @param identity the source that the run is bound to (R8)
 * @param schemas the contract, by relation
 * @param chunks of each relation, in key order
 * @param merged whether the target may hold rows that are not the run's
 */
public record VerifyPlan(
        RunKey run,
        String identity,
        Map<Relation, RelationSchema> schemas,
        Map<Relation, List<ChunkRecord>> chunks,
        boolean merged) {
    /** In place of a chunk's number: all of them. */
    static final int ALL = -1;

    public VerifyPlan {
        schemas = new LinkedHashMap<>(schemas);
        chunks = new LinkedHashMap<>(chunks);
    }

    /**
     * Reads it from the evidence; blocks.
     *
     * @param wanted only these relations; all where it is empty
     * @param merged whether the target may hold rows that are not the run's
     */
    public static VerifyPlan read(EvidenceReader evidence, RunRecord run, Collection<Relation> wanted, boolean merged) {
        RunPlan plan = RunPlan.read(evidence, run.run());
        Map<Relation, RelationSchema> schemas = plan.schemas();
        for (Relation relation : wanted) {
            if (!schemas.containsKey(relation)) {
                throw new HandoffException(new Finding(
                        ErrorCode.CONFIG_INVALID,
                        "--relation " + relation,
                        "no relation of the run",
                        "one of " + schemas.keySet(),
                        "name it as schema.table"));
            }
        }
        if (!wanted.isEmpty()) {
            schemas.keySet().retainAll(wanted);
        }
        Map<Relation, List<ChunkRecord>> chunks = new LinkedHashMap<>();
        for (ChunkRecord chunk : plan.chunksInForce()) {
            if (schemas.containsKey(chunk.id().relation())) {
                chunks.computeIfAbsent(chunk.id().relation(), r -> new ArrayList<>())
                        .add(chunk);
            }
        }
        return new VerifyPlan(run.run(), run.sourceIdentity().orElseThrow(), schemas, chunks, merged);
    }

    List<RelationSchema> contract() {
        return List.copyOf(schemas.values());
    }

    /** Everything there is to compare. Where keys are not ordered alike on both sides a relation is one piece. */
    List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        schemas.values().forEach(schema -> pieces.addAll(pieces(schema)));
        return pieces;
    }

    List<Piece> pieces(RelationSchema schema) {
        if (!schema.keyComparable() || !chunks.containsKey(schema.relation())) {
            return List.of(new Piece(schema, ALL, KeyRange.ALL));
        }
        return chunks.getOrDefault(schema.relation(), List.of()).stream()
                .map(chunk -> new Piece(schema, chunk.id().number(), chunk.range()))
                .toList();
    }

    /** The chunks that a piece stands for. */
    List<Integer> chunks(Piece piece) {
        return piece.chunk() != ALL
                ? List.of(piece.chunk())
                : chunks.getOrDefault(piece.schema().relation(), List.of()).stream()
                        .map(chunk -> chunk.id().number())
                        .toList();
    }

    /**
     * A key range that is compared at once.
     *
     * @param chunk the number of the chunk that it is; {@link #ALL} for all of a relation
     */
    public record Piece(RelationSchema schema, int chunk, KeyRange range) implements Serializable {}
}

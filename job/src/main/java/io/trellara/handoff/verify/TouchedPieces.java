package io.trellara.handoff.verify;

import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.StreamTouch;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Picks out of everything there is to compare what may not be as it was when an earlier verification ended: ranges that
 * the stream has touched, ranges that were copied since, and ranges that another verification has found to differ. A
 * chunk's number of an older plan stands for its keys; where these are no range of today's the whole relation is
 * picked. Pure.
 */
final class TouchedPieces {
    private final Set<Relation> whole = new HashSet<>();
    private final Map<Relation, Set<KeyRange>> ranges = new HashMap<>();
    private final Map<Relation, Map<Integer, KeyRange>> numbered = new HashMap<>();
    private final Map<Relation, Set<KeyRange>> inForce = new HashMap<>();

    private TouchedPieces(RunPlan plan) {
        plan.all()
                .forEach(chunk -> numbered.computeIfAbsent(chunk.id().relation(), r -> new HashMap<>())
                        .put(chunk.id().number(), chunk.range()));
        plan.chunksInForce()
                .forEach(chunk -> inForce.computeIfAbsent(chunk.id().relation(), r -> new HashSet<>())
                        .add(chunk.range()));
    }

    /**
     * @param touches since the earlier verification's first view
     * @param begun when that verification began
     * @param found what others have found since then
     */
    static TouchedPieces of(
            RunPlan plan, Collection<StreamTouch> touches, Instant begun, Collection<VerifiedRelation> found) {
        TouchedPieces pieces = new TouchedPieces(plan);
        touches.forEach(touch -> pieces.add(touch.relation(), touch.chunk()));
        plan.chunksInForce().stream()
                .filter(chunk -> copiedSince(chunk, begun))
                .forEach(chunk -> pieces.add(chunk.id().relation(), chunk.id().number()));
        found.forEach(relation -> relation.divergentChunks().forEach(chunk -> pieces.add(relation.relation(), chunk)));
        return pieces;
    }

    /** A chunk of which it is not known when it was copied may have been at any time. */
    private static boolean copiedSince(ChunkRecord chunk, Instant begun) {
        return chunk.reading().copiedAt().filter(begun::isAfter).isEmpty();
    }

    private void add(Relation relation, int chunk) {
        KeyRange range = numbered.getOrDefault(relation, Map.of()).get(chunk);
        if (range == null || !inForce.getOrDefault(relation, Set.of()).contains(range)) {
            whole.add(relation);
        } else {
            ranges.computeIfAbsent(relation, r -> new HashSet<>()).add(range);
        }
    }

    List<Piece> of(List<Piece> all) {
        List<Piece> picked = new ArrayList<>();
        for (Piece piece : all) {
            if (picks(piece)) {
                picked.add(piece);
            }
        }
        return picked;
    }

    private boolean picks(Piece piece) {
        Relation relation = piece.schema().relation();
        Set<KeyRange> touched = ranges.getOrDefault(relation, Set.of());
        return whole.contains(relation)
                || (piece.chunk() == VerifyPlan.ALL ? !touched.isEmpty() : touched.contains(piece.range()));
    }
}

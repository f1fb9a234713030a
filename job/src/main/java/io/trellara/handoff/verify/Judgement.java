package io.trellara.handoff.verify;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import io.trellara.handoff.verify.rows.DifferingRow;
import io.trellara.handoff.verify.rows.KeyDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Tells what a round's differences mean: a row that changed at the source behind the view is set aside, any other one
 * differs although nothing changed it, which is proven divergence. Pure.
 *
 * @param divergent rows, by the range that they lie in
 * @param suspects rows to look at again
 * @param ranges ranges to look at again, because not every difference in them is known, or every row may have changed
 */
record Judgement(Map<Piece, List<DifferingRow>> divergent, List<Suspect> suspects, List<Piece> ranges) {
    Judgement {
        divergent = new LinkedHashMap<>(divergent);
        suspects = List.copyOf(suspects);
        ranges = List.copyOf(ranges);
    }

    /**
     * @param digest of a relation's key as the source prints it
     * @param merged whether the target may hold rows that are not the run's: those are no divergence
     */
    static Judgement of(
            Collection<ComparedTask> found,
            ChangedKeys changed,
            BiFunction<RelationSchema, Key, KeyDigest> digest,
            boolean merged) {
        Judge judge = new Judge(changed, digest, merged);
        found.forEach(judge::take);
        return new Judgement(judge.divergent, judge.suspects, judge.ranges);
    }

    private static final class Judge {
        private final boolean merged;
        private final ChangedKeys changed;
        private final BiFunction<RelationSchema, Key, KeyDigest> digest;
        private final Map<Relation, Map<KeyDigest, Key>> digested = new HashMap<>();
        private final Map<Piece, List<DifferingRow>> divergent = new LinkedHashMap<>();
        private final List<Suspect> suspects = new ArrayList<>();
        private final List<Piece> ranges = new ArrayList<>();

        Judge(ChangedKeys changed, BiFunction<RelationSchema, Key, KeyDigest> digest, boolean merged) {
            this.merged = merged;
            this.changed = changed;
            this.digest = digest;
        }

        void take(ComparedTask found) {
            if (found.task() instanceof Task.Range range) {
                take(range.piece(), found);
            } else if (found.task() instanceof Task.Rows rows) {
                take(rows, found);
            }
        }

        private void take(Piece piece, ComparedTask found) {
            List<DifferingRow> differing = found.compared().differing();
            if (differing.isEmpty() && !found.compared().truncated()) {
                return;
            }
            if (changed.all(piece.schema().relation())) {
                ranges.add(piece);
                return;
            }
            differing.forEach(row -> judge(row, piece));
            // One that is proven to diverge has to be copied again, whatever else is in it.
            if (found.compared().truncated() && !divergent.containsKey(piece)) {
                ranges.add(piece);
            }
        }

        private void take(Task.Rows rows, ComparedTask found) {
            Map<KeyDigest, Suspect> before = new HashMap<>();
            rows.suspects().forEach(suspect -> before.put(suspect.digest(), suspect));
            boolean all = changed.all(rows.schema().relation());
            for (DifferingRow row : found.compared().differing()) {
                Suspect suspect = before.get(row.digest());
                if (suspect != null && all) {
                    suspects.add(suspect);
                } else if (suspect != null) {
                    judge(row, suspect.piece());
                }
            }
        }

        private void judge(DifferingRow row, Piece piece) {
            Key key = changes(piece.schema()).get(row.digest());
            if (key == null && merged && row.kind() == DifferingRow.Kind.EXTRA) {
                return;
            }
            if (key == null) {
                divergent.computeIfAbsent(piece, p -> new ArrayList<>()).add(row);
            } else {
                suspects.add(new Suspect(row.digest(), key, piece));
            }
        }

        private Map<KeyDigest, Key> changes(RelationSchema schema) {
            return digested.computeIfAbsent(schema.relation(), relation -> {
                Map<KeyDigest, Key> keys = new HashMap<>();
                changed.of(relation).forEach(key -> keys.put(digest.apply(schema, key), key));
                return keys;
            });
        }
    }
}

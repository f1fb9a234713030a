package io.trellara.handoff.gate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.CopiedRange;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyComparator;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each streamed change whether it is forwarded or suppressed (R3). A change in a range that is not copied
 * is suppressed; in a copied one exactly when the range's gate covers the change's transaction. Pure; one thread.
 */
public final class Gate {
    private final Map<Relation, RelationSchema> schemas = new HashMap<>();
    private final Map<Relation, CopiedRanges> copied = new HashMap<>();
    private final Function<RelationSchema, Comparator<Key>> orders;
    private @Nullable Relation last;
    private @Nullable CopiedRanges lastRanges;

    /** A gate for the dataset, with nothing copied yet; keys are compared by Java alone. */
    public Gate(Collection<RelationSchema> dataset) {
        this(dataset, KeyComparator::of);
    }

    /** @param orders the order of the keys of a relation that has one */
    public Gate(Collection<RelationSchema> dataset, Function<RelationSchema, Comparator<Key>> orders) {
        this.orders = orders;
        dataset.forEach(schema -> schemas.put(schema.relation(), schema));
    }

    /** Opens the gate for ranges that became durable. Ranges of one relation never overlap. */
    public void grant(List<CopiedRange> ranges) {
        for (CopiedRange range : ranges) {
            of(range.relation()).add(range);
        }
    }

    /**
     * Closes the gate for a range that is to be copied again: changes of its keys are suppressed until it is granted
     * anew. All other keys keep their verdicts.
     */
    public void suppress(Relation relation, KeyRange range) {
        of(relation).remove(range);
    }

    /**
     * The verdict on one change of one key.
     *
     * @param key read only where ranges of the relation differ
     * @param commit the its transaction
     */
    public Verdict decide(Relation relation, Supplier<Key> key, Commit commit) {
        return of(relation).decide(key, commit);
    }

    /**
     * The verdict on a TRUNCATE, which has no key: one for the whole relation, or a halt where some ranges hold it and
     * others do not (design §4).
     */
    public Verdict decideTruncate(Relation relation, Commit commit) {
        return of(relation)
                .decideAll(commit)
                .orElseThrow(() -> new HandoffException(new Finding(
                        ErrorCode.STREAM_TRUNCATE,
                        "relation " + relation,
                        "a TRUNCATE that some of its copied ranges hold and others do not",
                        "one answer for the whole relation",
                        "handoff resume --refresh-schema --relation " + relation + ", which copies it again")));
    }

    /** Whether every change of the relation by a transaction that commits there is suppressed, whatever its key. */
    public boolean suppressesAll(Relation relation, Commit commit) {
        return of(relation)
                .decideAll(commit)
                .filter(verdict -> !verdict.passes())
                .isPresent();
    }

    /** Changes of one relation come in runs, with the same object for its name. */
    @SuppressWarnings("ReferenceEquality")
    private CopiedRanges of(Relation relation) {
        CopiedRanges known = lastRanges;
        if (known == null || relation != last) {
            known = find(relation);
            last = relation;
            lastRanges = known;
        }
        return known;
    }

    private CopiedRanges find(Relation relation) {
        return copied.computeIfAbsent(relation, r -> {
            RelationSchema schema = schemas.get(r);
            if (schema == null) {
                throw HandoffException.bug("gate", "a change of " + r, "a relation of the dataset");
            }
            return new CopiedRanges(order(schema));
        });
    }

    /** Keys without a known order are never compared: their relation has one range (R5). */
    private Comparator<Key> order(RelationSchema schema) {
        if (schema.keyOrdered()) {
            return orders.apply(schema);
        }
        return (left, right) -> {
            throw HandoffException.bug(
                    "relation " + schema.relation(),
                    left + " compared with " + right,
                    "one gate, as its keys have no order");
        };
    }
}

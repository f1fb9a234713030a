package io.trellara.handoff.verify.rows;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import java.util.Collection;

/**
 * Compares one relation on two sides, as the job would have written it from one to the other. Both are read at the same
 * time, the target on a thread of its own. One thread.
 */
public final class RangeComparison {
    private final RelationSchema contract;

    private RangeComparison(RelationSchema contract) {
        this.contract = contract;
    }

    /**
     * Reads both shapes; COMPARISON_SHAPE where a column of the contract is missing on a side. What the target has
     * besides is not compared.
     *
     * @param contract the source's columns and key
     */
    public static RangeComparison of(RelationSchema contract, Side source, Side target, Limits limits) {
        return new RangeComparison(contract);
    }

    /**
     * Compares all rows of a key range; {@link KeyRange#ALL} where Java cannot compare the relation's keys
     * ({@link RelationSchema#keyComparable}).
     */
    public Compared compare(KeyRange range) {
        unfinished();
        return new Compared(RowSums.NONE, RowSums.NONE, java.util.List.of(), true);
    }

    /** Compares the rows of these keys, and no others. */
    public Compared compareKeys(Collection<Key> keys) {
        unfinished();
        return new Compared(RowSums.NONE, RowSums.NONE, java.util.List.of(), true);
    }

    /** The digest of a key, given in the source's plain cells. */
    public KeyDigest digest(Key sourceKey) {
        unfinished();
        return new KeyDigest(0, 0);
    }

    /** The name of the form in which rows are summed up, for the evidence: {@code normal/1}. */
    public String form() {
        unfinished();
        return "";
    }

    private void unfinished() {
        throw HandoffException.bug(contract.relation().toString(), "a comparison that is not there yet", "one");
    }
}

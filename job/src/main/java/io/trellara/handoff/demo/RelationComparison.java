package io.trellara.handoff.demo;

import io.trellara.handoff.model.Relation;
import java.util.List;

/**
 * How a relation compares.
 *
 * @param missing rows of the source that the target has not
 * @param extra rows of the target that the source has not, doubles of a key included
 * @param different rows of the same key with other content
 * @param samples up to five of them, as digests of their keys
 */
public record RelationComparison(
        Relation relation,
        long sourceRows,
        long targetRows,
        long missing,
        long extra,
        long different,
        List<String> samples) {
    public RelationComparison {
        samples = List.copyOf(samples);
    }

    static RelationComparison equal(Relation relation, long rows) {
        return new RelationComparison(relation, rows, rows, 0, 0, 0, List.of());
    }

    public boolean isEqual() {
        return missing == 0 && extra == 0 && different == 0 && sourceRows == targetRows;
    }

    @Override
    public String toString() {
        return isEqual()
                ? relation + ": " + sourceRows + " rows, equal"
                : relation + ": " + sourceRows + " rows in the source, " + targetRows + " in the target, " + missing
                        + " missing, " + extra + " extra, " + different + " different " + samples;
    }
}

package io.trellara.handoff.demo;

import java.util.List;

/** How all relations compare. */
public record ComparisonReport(List<RelationComparison> relations) {
    public ComparisonReport {
        relations = List.copyOf(relations);
    }

    public boolean isEqual() {
        return relations.stream().allMatch(RelationComparison::isEqual);
    }

    /** Rows of the source over all relations. */
    public long rows() {
        return relations.stream().mapToLong(RelationComparison::sourceRows).sum();
    }
}

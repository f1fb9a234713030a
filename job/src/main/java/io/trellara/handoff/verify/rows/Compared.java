package io.trellara.handoff.verify.rows;

import java.io.Serializable;
import java.util.List;

/**
 * How rows compare.
 *
 * @param differing rows that are not the same on both sides; empty where all are
 * @param truncated whether more rows differ than there was room for
 */
public record Compared(RowSums source, RowSums target, List<DifferingRow> differing, boolean truncated)
        implements Serializable {
    public Compared {
        differing = List.copyOf(differing);
    }

    /** The same with the first of the differing rows alone, where there are more. */
    public Compared first(int rows) {
        return rows >= differing.size() ? this : new Compared(source, target, differing.subList(0, rows), true);
    }

    /** The same without rows that only the target has. */
    public Compared withoutExtra() {
        List<DifferingRow> others = differing.stream()
                .filter(row -> row.kind() != DifferingRow.Kind.EXTRA)
                .toList();
        return others.size() == differing.size() ? this : new Compared(source, target, others, truncated);
    }

    public boolean isEqual() {
        return differing.isEmpty() && !truncated;
    }
}

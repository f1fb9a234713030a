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

    public boolean isEqual() {
        return differing.isEmpty() && !truncated;
    }
}

package io.trellara.handoff.verify.rows;

import io.trellara.handoff.verify.rows.DifferingRow.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Meets the rows of both sides by their keys, and collects what differs. One thread. */
final class RowMeeting {
    private static final Comparator<HeldRow> ORDER =
            Comparator.comparing(row -> row.digest().key());

    private final int most;
    private final List<DifferingRow> differing = new ArrayList<>();
    private boolean truncated;

    /** @param most the most rows that are collected */
    RowMeeting(int most) {
        this.most = most;
    }

    /** Both sides' rows of the same keys. A key that one side has twice has an extra or a missing row. */
    void meet(List<HeldRow> source, List<HeldRow> target) {
        List<HeldRow> here = source.stream().sorted(ORDER).toList();
        List<HeldRow> there = target.stream().sorted(ORDER).toList();
        int i = 0;
        int j = 0;
        while (i < here.size() || j < there.size()) {
            int order = i == here.size() ? 1 : j == there.size() ? -1 : ORDER.compare(here.get(i), there.get(j));
            if (order < 0) {
                add(Kind.MISSING, here.get(i));
            } else if (order > 0) {
                add(Kind.EXTRA, there.get(j));
            } else if (!here.get(i).digest().equals(there.get(j).digest())) {
                add(Kind.DIFFERENT, here.get(i));
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
    }

    private void add(Kind kind, HeldRow row) {
        if (differing.size() < most) {
            differing.add(new DifferingRow(kind, row.digest().key(), row.key()));
        } else {
            truncated = true;
        }
    }

    /** Whether more rows differ than are collected. */
    boolean truncated() {
        return truncated;
    }

    Compared compared(RowSums source, RowSums target) {
        return new Compared(source, target, differing, truncated);
    }
}

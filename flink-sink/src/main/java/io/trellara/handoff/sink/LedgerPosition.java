package io.trellara.handoff.sink;

/**
 * What a lane has applied: every change up to and including ({@code commit}, {@code ordinal}), commits compared
 * unsigned. A mark at m is (m, -1): everything that commits below m.
 */
record LedgerPosition(long commit, long ordinal) implements Comparable<LedgerPosition> {
    /** Nothing applied. */
    static final LedgerPosition NONE = new LedgerPosition(0, -1);

    /** Whether the change is applied already. */
    boolean holds(long changeCommit, long changeOrdinal) {
        int order = Long.compareUnsigned(changeCommit, commit);
        return order < 0 || (order == 0 && changeOrdinal <= ordinal);
    }

    @Override
    public int compareTo(LedgerPosition other) {
        int order = Long.compareUnsigned(commit, other.commit);
        return order != 0 ? order : Long.compare(ordinal, other.ordinal);
    }
}

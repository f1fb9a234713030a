package io.trellara.handoff.demo;

import io.trellara.handoff.demo.ShopChange.Kind;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What writers have done so far; rows count when their transaction has committed. Any thread. */
public final class WriterCounts {
    private final Map<Kind, LongAdder> rows = new EnumMap<>(Kind.class);
    private final LongAdder committed = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder savepointsRolledBack = new LongAdder();
    private final LongAdder conflicts = new LongAdder();
    private final LongAdder reconnects = new LongAdder();

    WriterCounts() {
        for (Kind kind : Kind.values()) {
            rows.put(kind, new LongAdder());
        }
    }

    /** Rows changed by committed transactions, by kind of change. */
    public Map<String, Long> rowsByKind() {
        Map<String, Long> sums = new LinkedHashMap<>();
        rows.forEach((kind, count) -> sums.put(kind.text(), count.sum()));
        return sums;
    }

    /** Rows changed by committed transactions. */
    public long rows() {
        return rows.values().stream().mapToLong(LongAdder::sum).sum();
    }

    public long committed() {
        return committed.sum();
    }

    public long rolledBack() {
        return rolledBack.sum();
    }

    public long savepointsRolledBack() {
        return savepointsRolledBack.sum();
    }

    /** Transactions that the server ended because of others: deadlocks. */
    public long conflicts() {
        return conflicts.sum();
    }

    public long reconnects() {
        return reconnects.sum();
    }

    void addCommitted(Map<Kind, Integer> changed) {
        committed.increment();
        changed.forEach((kind, count) -> Objects.requireNonNull(rows.get(kind)).add(count));
    }

    void addRolledBack() {
        rolledBack.increment();
    }

    void addSavepointRolledBack() {
        savepointsRolledBack.increment();
    }

    void addConflict() {
        conflicts.increment();
    }

    void addReconnect() {
        reconnects.increment();
    }
}

package io.trellara.handoff.sim;

import io.trellara.handoff.model.Commit;
import io.trellara.handoff.sim.ModelEvent.Kind;
import io.trellara.handoff.sim.ModelEvent.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A writer's transaction: open, then in the log, then visible to plain snapshots. */
final class Transaction {
    private static final Optional<Row> GONE = Optional.empty();

    final long xid;
    final List<ModelEvent> events = new ArrayList<>();
    /** Rows that it holds locked until it is visible. */
    final Set<Integer> locked = new TreeSet<>();

    private final Map<Integer, Optional<Row>> changed = new TreeMap<>();
    /** Where it stands in the server's own log. */
    long commit;
    /** What the log calls it. */
    Commit name = Commit.NONE;

    Transaction(long xid) {
        this.xid = xid;
    }

    /** Whether it has a row of one of these relations locked. */
    boolean touches(Set<Integer> relations) {
        return locked.stream().anyMatch(row -> relations.contains(Dataset.relationOf(row)));
    }

    /** Whether both may come in either order. */
    boolean sharesNothingWith(Transaction other) {
        return !truncates() && !other.truncates() && locked.stream().noneMatch(other.locked::contains);
    }

    private boolean truncates() {
        return events.stream().anyMatch(e -> e.kind() == Kind.TRUNCATE);
    }

    /** What it sees of a row. */
    Optional<Row> see(int row, Map<Integer, Row> committed) {
        Optional<Row> own = changed.get(row);
        return own == null ? Optional.ofNullable(committed.get(row)) : own;
    }

    void put(Kind kind, int row, Row after) {
        events.add(new ModelEvent(kind, Dataset.relationOf(row), Dataset.keyOf(row), Dataset.keyOf(row), after));
        changed.put(row, Optional.of(after));
    }

    void delete(int row) {
        int key = Dataset.keyOf(row);
        events.add(new ModelEvent(Kind.DELETE, Dataset.relationOf(row), key, key, ModelEvent.NO_ROW));
        changed.put(row, GONE);
    }

    void move(int from, int to, Row after) {
        events.add(new ModelEvent(Kind.MOVE, Dataset.relationOf(from), Dataset.keyOf(from), Dataset.keyOf(to), after));
        changed.put(from, GONE);
        changed.put(to, Optional.of(after));
    }

    void truncate(int relation, Set<Integer> present) {
        events.add(new ModelEvent(Kind.TRUNCATE, relation, 0, 0, ModelEvent.NO_ROW));
        present.stream().filter(row -> Dataset.relationOf(row) == relation).forEach(row -> changed.put(row, GONE));
    }

    /** The table behind it. */
    Map<Integer, Row> applyTo(Map<Integer, Row> before) {
        Map<Integer, Row> after = new TreeMap<>(before);
        changed.forEach((row, image) -> image.ifPresentOrElse(r -> after.put(row, r), () -> after.remove(row)));
        return after;
    }
}

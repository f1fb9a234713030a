package io.trellara.handoff.dialect.postgres;

import java.util.Collection;
import java.util.List;

/**
 * What the log keeps of an old row.
 *
 * @param kind {@code relreplident}: d, n, f or i
 * @param columns the columns it keeps; empty for n, for d without a primary key, and for f, which keeps all
 */
record ReplicaIdentity(String kind, List<String> columns) {
    ReplicaIdentity {
        columns = List.copyOf(columns);
    }

    boolean isFull() {
        return kind.equals("f");
    }

    /** Whether an old row's key can be told from the log. */
    boolean covers(Collection<String> key) {
        return isFull() || columns.containsAll(key);
    }

    /** Whether updates and deletes of a published relation would fail at the source. */
    boolean isMissing() {
        return !isFull() && columns.isEmpty();
    }

    @Override
    public String toString() {
        return switch (kind) {
            case "f" -> "FULL";
            case "n" -> "NOTHING";
            case "i" -> "USING INDEX on " + columns;
            default -> columns.isEmpty() ? "DEFAULT without a primary key" : "DEFAULT on " + columns;
        };
    }
}

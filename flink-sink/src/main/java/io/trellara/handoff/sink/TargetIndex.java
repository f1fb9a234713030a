package io.trellara.handoff.sink;

import java.util.List;

/**
 * A unique index of a target table.
 *
 * @param columns its key columns; expressions are left out
 * @param equalities per key column the equality of its operator class, {@code OPERATOR(pg_catalog.=)}
 * @param arbiter whether it may decide an ON CONFLICT: whole, valid, immediate, on plain columns
 * @param deferrable whether its constraint is deferrable
 */
record TargetIndex(String name, List<String> columns, List<String> equalities, boolean arbiter, boolean deferrable) {
    TargetIndex {
        columns = List.copyOf(columns);
        equalities = List.copyOf(equalities);
    }
}

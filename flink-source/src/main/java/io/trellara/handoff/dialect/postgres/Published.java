package io.trellara.handoff.dialect.postgres;

import java.util.List;

/**
 * How the run's publication shows one relation.
 *
 * @param operations those of insert, update, delete and truncate that it publishes
 * @param viaRoot {@code publish_via_partition_root}
 * @param member whether the relation is in it
 * @param filter the row filter; empty where there is none
 * @param membership which entry of which publication shows it: another one where it was taken out and put back
 *     meanwhile
 * @param columns the published columns in attribute order; empty before 15, where all are published
 */
record Published(
        List<String> operations,
        boolean viaRoot,
        boolean member,
        String filter,
        List<String> columns,
        String membership) {
    static final Published NOWHERE = new Published(List.of(), false, false, "", List.of(), "");
    static final List<String> ALL_OPERATIONS = List.of("insert", "update", "delete", "truncate");

    Published {
        operations = List.copyOf(operations);
        columns = List.copyOf(columns);
    }
}

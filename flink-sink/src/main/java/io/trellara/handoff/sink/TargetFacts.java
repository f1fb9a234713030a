package io.trellara.handoff.sink;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A target table as the catalog has it.
 *
 * @param kind {@code pg_class.relkind}
 * @param columns all of them, in attribute order
 * @param uniques its unique indexes
 * @param rules foreign keys from and to it, and exclusion constraints
 * @param triggers names of enabled user triggers
 */
record TargetFacts(
        String kind,
        List<TargetColumn> columns,
        List<TargetIndex> uniques,
        List<TargetRule> rules,
        List<String> triggers) {
    TargetFacts {
        columns = List.copyOf(columns);
        uniques = List.copyOf(uniques);
        rules = List.copyOf(rules);
        triggers = List.copyOf(triggers);
    }

    Optional<TargetColumn> column(String name) {
        return columns.stream().filter(c -> c.name().equals(name)).findFirst();
    }

    /** The unique index on exactly these columns that may decide an ON CONFLICT. */
    Optional<TargetIndex> keyIndex(List<String> keyNames) {
        return uniques.stream()
                .filter(u -> u.arbiter() && Set.copyOf(u.columns()).equals(Set.copyOf(keyNames)))
                .findFirst();
    }
}

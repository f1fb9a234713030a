package io.trellara.handoff.dialect.mysql;

import java.util.Comparator;
import java.util.List;

/**
 * A unique index.
 *
 * @param columns in index order; empty names for expressions
 * @param plain over whole columns only: neither prefixes nor expressions
 * @param visible to the optimizer: else no query can be made to use it
 */
record MysqlIndex(String name, List<String> columns, boolean plain, boolean visible) {
    static final Comparator<MysqlIndex> BEST_FIRST = Comparator.comparing(MysqlIndex::secondary)
            .thenComparing(index -> index.columns().size())
            .thenComparing(MysqlIndex::name);

    MysqlIndex {
        columns = List.copyOf(columns);
    }

    boolean secondary() {
        return !name.equals("PRIMARY");
    }
}

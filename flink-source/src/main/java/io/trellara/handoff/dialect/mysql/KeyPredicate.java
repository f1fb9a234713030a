package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import java.util.List;
import java.util.Optional;

/**
 * Key ranges as predicates in the expanded lexicographic form, {@code a > 1 OR (a = 1 AND b > 2)}: for it MySQL reads a
 * range of the index. For the form with rows, {@code (a, b) > (1, 2)}, it would read the whole. Pure.
 */
final class KeyPredicate {
    private final List<MysqlColumn> columns;

    /** @param columns the key's, in key order */
    KeyPredicate(List<MysqlColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    /** {@code WHERE …}, or nothing where both ends are open. */
    String where(KeyRange range) {
        Optional<String> lower = range.lower().map(key -> compared(key, ">", ">"));
        Optional<String> upper = range.upper().map(key -> compared(key, "<", "<="));
        if (lower.isPresent() && upper.isPresent()) {
            return " WHERE (" + lower.get() + ") AND (" + upper.get() + ")";
        }
        return lower.or(() -> upper).map(only -> " WHERE " + only).orElse("");
    }

    /** {@code first} between all columns but the last, which {@code last} is for. */
    private String compared(Key key, String first, String last) {
        StringBuilder text = new StringBuilder();
        int end = columns.size() - 1;
        for (int i = 0; i <= end; i++) {
            MysqlColumn column = columns.get(i);
            String name = MysqlText.quote(column.name());
            String constant = MysqlKeyType.constant(column, key.cells().get(i));
            text.append(name)
                    .append(' ')
                    .append(i == end ? last : first)
                    .append(' ')
                    .append(constant);
            if (i < end) {
                text.append(" OR (").append(name).append(" = ").append(constant).append(" AND (");
            }
        }
        return text.append("))".repeat(end)).toString();
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * A relation and its target table, matched: what statements are written from.
 *
 * @param columns the target's columns in the schema's order
 * @param equalities per key column, in key order, the equality that the key's index uses
 */
record TargetTable(RelationSchema schema, List<TargetColumn> columns, List<String> equalities) {
    TargetTable {
        columns = List.copyOf(columns);
        equalities = List.copyOf(equalities);
    }

    /** Matches them; throws TARGET_CHANGED where preflight's findings have come true since. */
    static TargetTable match(RelationSchema schema, TargetFacts facts) {
        List<TargetColumn> columns = new ArrayList<>();
        for (Column column : schema.columns()) {
            columns.add(facts.column(column.name()).orElseThrow(() -> changed(schema, "no column " + column.name())));
        }
        List<String> keyNames = schema.keyNames();
        TargetIndex index =
                facts.keyIndex(keyNames).orElseThrow(() -> changed(schema, "no unique index on the key columns"));
        List<String> equalities = keyNames.stream()
                .map(name -> index.equalities().get(index.columns().indexOf(name)))
                .toList();
        return new TargetTable(schema, columns, equalities);
    }

    /** The finding that the table is not, or no longer, as it was prepared. */
    static HandoffException changed(RelationSchema schema, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.TARGET_CHANGED,
                schema.relation().toString(),
                observed,
                "the table as it was when the run was prepared",
                "restore the target table, then resume the run"));
    }
}

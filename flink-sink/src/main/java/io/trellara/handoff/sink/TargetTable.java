package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.LineConversion;
import io.trellara.handoff.sink.types.RelationMapping;
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
    static TargetTable match(RelationSchema schema, TargetFacts facts, RelationMapping mapping) {
        List<TargetColumn> columns = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            String name = schema.columns().get(i).name();
            TargetColumn column = facts.column(name).orElseThrow(() -> changed(schema, "no column " + name));
            if (!mapping.holds(i, column.type()) && !mapping.holds(i, column.baseType())) {
                throw changed(schema, "column " + name + " of type " + column.type());
            }
            columns.add(column);
        }
        List<String> keyNames = schema.keyNames();
        TargetIndex index =
                facts.keyIndex(keyNames).orElseThrow(() -> changed(schema, "no unique index on the key columns"));
        List<String> equalities = keyNames.stream()
                .map(name -> index.equalities().get(index.columns().indexOf(name)))
                .toList();
        return new TargetTable(schema, columns, equalities);
    }

    /** How the relation's rows become the table's. */
    LineConversion conversion(RelationMapping mapping) {
        List<String> types = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            TargetColumn column = columns.get(i);
            types.add(mapping.holds(i, column.type()) ? column.type() : column.baseType());
        }
        return mapping.into(types);
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

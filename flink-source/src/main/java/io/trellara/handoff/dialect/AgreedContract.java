package io.trellara.handoff.dialect;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What relations were agreed to be, to be compared with what a source says of them now (R9). Names columns, never
 * values. Pure.
 */
public record AgreedContract(List<RelationSchema> schemas) {
    private static final String REMEDY =
            "undo the change and resume, or accept the present schema: handoff resume --refresh-schema";

    public AgreedContract {
        schemas = List.copyOf(schemas);
    }

    /**
     * What differs; empty when all agree.
     *
     * @param present those that are there
     * @param difference of two that have not the same fingerprint
     */
    public <F> List<Finding> differences(
            Map<Relation, F> present,
            Function<F, String> fingerprint,
            BiFunction<RelationSchema, F, Finding> difference) {
        List<Finding> findings = new ArrayList<>();
        for (RelationSchema schema : schemas) {
            F now = present.get(schema.relation());
            if (now == null) {
                findings.add(finding(ErrorCode.SCHEMA_CHANGED, schema.relation(), "the relation is gone"));
            } else if (!fingerprint.apply(now).equals(schema.fingerprint())) {
                findings.add(difference.apply(schema, now));
            }
        }
        return findings;
    }

    /**
     * The finding that the columns differ.
     *
     * @param otherwise what may differ where no column does
     */
    public static Finding schemaChanged(RelationSchema agreed, List<Column> now, String otherwise) {
        List<String> columns = columns(byName(agreed.columns()), byName(now));
        return finding(
                ErrorCode.SCHEMA_CHANGED,
                agreed.relation(),
                columns.isEmpty() ? otherwise : String.join("; ", columns));
    }

    /** A finding against the contract. */
    public static Finding finding(ErrorCode code, Relation relation, String observed) {
        return new Finding(
                code,
                relation.toString(),
                observed,
                "the contract that was fingerprinted in the run's first view",
                REMEDY);
    }

    private static List<String> columns(Map<String, Column> before, Map<String, Column> after) {
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            Column was = before.get(name);
            Column is = after.get(name);
            if (is == null) {
                differences.add("column " + name + " is gone");
            } else if (was == null) {
                differences.add("column " + name + " is new");
            } else if (!was.type().equals(is.type()) || was.typeOid() != is.typeOid()) {
                differences.add("column " + name + " has type " + is.type() + " instead of " + was.type());
            } else if (was.nullable() != is.nullable()) {
                differences.add("column " + name + (is.nullable() ? " admits NULL now" : " is NOT NULL now"));
            } else if (was.order() != is.order()) {
                differences.add("column " + name + " compares in another way");
            }
        }
        return differences;
    }

    private static Map<String, Column> byName(List<Column> columns) {
        Map<String, Column> named = new LinkedHashMap<>();
        columns.forEach(column -> named.put(column.name(), column));
        return named;
    }
}

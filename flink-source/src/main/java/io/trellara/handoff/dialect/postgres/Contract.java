package io.trellara.handoff.dialect.postgres;

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
import java.util.Optional;
import java.util.Set;

/** Compares what relations are with what the run was agreed on (R9). Pure; names columns, never values. */
final class Contract {
    private static final String REMEDY =
            "undo the change and resume, or accept the present schema: handoff resume --refresh-schema";

    private Contract() {}

    /** What differs; empty when all agree. */
    static List<Finding> differences(List<RelationSchema> agreed, List<RelationFacts> present) {
        Map<Relation, RelationFacts> facts = new LinkedHashMap<>();
        present.forEach(f -> facts.put(f.relation(), f));
        List<Finding> findings = new ArrayList<>();
        for (RelationSchema schema : agreed) {
            RelationFacts now = facts.get(schema.relation());
            if (now == null) {
                findings.add(finding(ErrorCode.SCHEMA_CHANGED, schema.relation(), "the relation is gone"));
            } else if (!now.fingerprint().equals(schema.fingerprint())) {
                findings.add(difference(schema, now));
            }
        }
        return findings;
    }

    private static Finding difference(RelationSchema agreed, RelationFacts now) {
        Relation relation = agreed.relation();
        Optional<Finding> unpublished = RelationRules.publication(now).stream().findFirst();
        if (unpublished.isPresent()) {
            return finding(
                    ErrorCode.PUBLICATION_CHANGED, relation, unpublished.get().observed());
        }
        if (!now.key().equals(agreed.keyNames())) {
            return finding(
                    ErrorCode.IDENTITY_CHANGED, relation, "key " + now.key() + " instead of " + agreed.keyNames());
        }
        Optional<Finding> uncovered = RelationRules.identity(now).stream().findFirst();
        if (uncovered.isPresent()) {
            return finding(ErrorCode.IDENTITY_CHANGED, relation, uncovered.get().observed());
        }
        List<String> columns = columns(agreed, now);
        return finding(
                ErrorCode.SCHEMA_CHANGED,
                relation,
                columns.isEmpty()
                        ? "another OID, collation, generated or identity column, replica identity, place in the publication"
                                + " or partition set"
                        : String.join("; ", columns));
    }

    private static List<String> columns(RelationSchema agreed, RelationFacts now) {
        Map<String, Column> before = byName(agreed.columns());
        Map<String, Column> after =
                byName(now.carried().stream().map(CatalogColumn::column).toList());
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

    private static Finding finding(ErrorCode code, Relation relation, String observed) {
        return new Finding(
                code,
                relation.toString(),
                observed,
                "the contract that was fingerprinted in the run's first view",
                REMEDY);
    }
}

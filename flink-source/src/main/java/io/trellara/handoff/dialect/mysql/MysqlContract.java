package io.trellara.handoff.dialect.mysql;

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

/** Compares what relations are with what the run was agreed on (R9). Pure; names columns, never values. */
final class MysqlContract {
    private MysqlContract() {}

    /** What differs; empty when all agree. */
    static List<Finding> differences(List<RelationSchema> agreed, List<MysqlRelation> present) {
        Map<Relation, MysqlRelation> now = new LinkedHashMap<>();
        present.forEach(relation -> now.put(relation.relation(), relation));
        List<Finding> findings = new ArrayList<>();
        for (RelationSchema schema : agreed) {
            MysqlRelation is = now.get(schema.relation());
            if (is == null) {
                findings.add(finding(ErrorCode.SCHEMA_CHANGED, schema.relation(), "the relation is gone"));
            } else if (!is.fingerprint().equals(schema.fingerprint())) {
                findings.add(difference(schema, is));
            }
        }
        return findings;
    }

    private static Finding difference(RelationSchema agreed, MysqlRelation now) {
        List<String> key = now.keyColumns().stream().map(MysqlColumn::name).toList();
        if (!key.equals(agreed.keyNames())) {
            return finding(
                    ErrorCode.IDENTITY_CHANGED, agreed.relation(), "key " + key + " instead of " + agreed.keyNames());
        }
        List<String> columns = columns(agreed.columns(), now.schema().columns());
        return finding(
                ErrorCode.SCHEMA_CHANGED,
                agreed.relation(),
                columns.isEmpty()
                        ? "another engine, collation, generated or invisible column, or order of columns"
                        : String.join("; ", columns));
    }

    private static List<String> columns(List<Column> agreed, List<Column> now) {
        Map<String, Column> before = byName(agreed);
        Map<String, Column> after = byName(now);
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
            } else if (!was.type().equals(is.type())) {
                differences.add("column " + name + " has type " + is.type() + " instead of " + was.type());
            } else if (was.nullable() != is.nullable()) {
                differences.add("column " + name + (is.nullable() ? " admits NULL now" : " is NOT NULL now"));
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
                "undo the change, or accept the present schema by starting a new run for the relation");
    }
}

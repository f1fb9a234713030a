package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.AgreedContract;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares what relations are with what the run was agreed on (R9). Pure; names columns, never values. */
final class MysqlContract {
    private MysqlContract() {}

    /** What differs; empty when all agree. */
    static List<Finding> differences(List<RelationSchema> agreed, List<MysqlRelation> present) {
        Map<Relation, MysqlRelation> now = new LinkedHashMap<>();
        present.forEach(relation -> now.put(relation.relation(), relation));
        return new AgreedContract(agreed).differences(now, MysqlRelation::fingerprint, MysqlContract::difference);
    }

    private static Finding difference(RelationSchema agreed, MysqlRelation now) {
        List<String> key = now.keyColumns().stream().map(MysqlColumn::name).toList();
        if (!key.equals(agreed.keyNames())) {
            return AgreedContract.finding(
                    ErrorCode.IDENTITY_CHANGED, agreed.relation(), "key " + key + " instead of " + agreed.keyNames());
        }
        return AgreedContract.schemaChanged(
                agreed, now.schema().columns(), "another engine, generated or invisible column, or order of columns");
    }
}

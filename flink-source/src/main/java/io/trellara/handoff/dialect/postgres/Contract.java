package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.dialect.AgreedContract;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares what relations are with what the run was agreed on (R9). Pure; names columns, never values. */
final class Contract {
    private Contract() {}

    /** What differs; empty when all agree. */
    static List<Finding> differences(List<RelationSchema> agreed, List<RelationFacts> present) {
        Map<Relation, RelationFacts> facts = new LinkedHashMap<>();
        present.forEach(f -> facts.put(f.relation(), f));
        return new AgreedContract(agreed).differences(facts, RelationFacts::fingerprint, Contract::difference);
    }

    private static Finding difference(RelationSchema agreed, RelationFacts now) {
        Relation relation = agreed.relation();
        Optional<Finding> unpublished = RelationRules.publication(now).stream().findFirst();
        if (unpublished.isPresent()) {
            return AgreedContract.finding(
                    ErrorCode.PUBLICATION_CHANGED, relation, unpublished.get().observed());
        }
        if (!now.key().equals(agreed.keyNames())) {
            return AgreedContract.finding(
                    ErrorCode.IDENTITY_CHANGED, relation, "key " + now.key() + " instead of " + agreed.keyNames());
        }
        Optional<Finding> uncovered = RelationRules.identity(now).stream().findFirst();
        if (uncovered.isPresent()) {
            return AgreedContract.finding(
                    ErrorCode.IDENTITY_CHANGED, relation, uncovered.get().observed());
        }
        return AgreedContract.schemaChanged(
                agreed,
                now.carried().stream().map(CatalogColumn::column).toList(),
                "another OID, collation, generated or identity column, replica identity, place in the publication or"
                        + " partition set");
    }
}

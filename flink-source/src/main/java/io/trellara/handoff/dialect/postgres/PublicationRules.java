package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig.Replication;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether the publication carries the run, or may be made or widened so that it does. Pure. */
final class PublicationRules {
    /**
     * The publication and what the user could do about it.
     *
     * @param ours whether this program made it, so that it may widen it
     * @param alterable whether the user is in its owner's role
     * @param mayCreate whether the user may create one in this database
     */
    record Facts(boolean exists, boolean ours, boolean alterable, boolean mayCreate) {}

    private PublicationRules() {}

    /** @param owned the relations that the user may add to a publication */
    static List<Finding> of(Replication wanted, Facts facts, List<RelationFacts> relations, Set<Relation> owned) {
        if (!facts.exists()) {
            return missing(wanted, facts, relations, owned);
        }
        boolean widen = wanted.createPublication() && facts.ours() && facts.alterable();
        List<Finding> findings = new ArrayList<>();
        for (RelationFacts relation : relations) {
            boolean addable = widen && !relation.published().member() && owned.contains(relation.relation());
            if (!addable) {
                findings.addAll(RelationRules.publication(relation));
            }
        }
        return findings;
    }

    private static List<Finding> missing(
            Replication wanted, Facts facts, List<RelationFacts> relations, Set<Relation> owned) {
        if (!wanted.createPublication()) {
            return List.of(absent(
                    wanted,
                    "no such publication",
                    "create it for the relations with publish_via_partition_root, or set source.publication-create:"
                            + " true"));
        }
        List<Finding> findings = new ArrayList<>();
        if (!facts.mayCreate()) {
            findings.add(absent(
                    wanted,
                    "no such publication, and no CREATE on the database to make it",
                    "GRANT CREATE ON DATABASE to the source user, or create the publication"));
        }
        String foreign = relations.stream()
                .map(RelationFacts::relation)
                .filter(relation -> !owned.contains(relation))
                .map(Relation::toString)
                .collect(Collectors.joining(", "));
        if (!foreign.isEmpty()) {
            findings.add(absent(
                    wanted,
                    "no such publication, and other owners of " + foreign,
                    "let the owner create it, or make the source user a member of the owner's role"));
        }
        return findings;
    }

    private static Finding absent(Replication wanted, String observed, String remedy) {
        return new Finding(
                ErrorCode.PUBLICATION_MISSING,
                "publication " + wanted.publication(),
                observed,
                "a publication that covers every relation",
                remedy);
    }
}

package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a relation must be to be copied and streamed. Pure; one list of findings per question. */
final class RelationRules {
    private RelationRules() {}

    /** Those of {@code wanted} that are not there. */
    static List<Finding> missing(List<Relation> wanted, List<RelationFacts> present) {
        Set<Relation> there =
                Set.copyOf(present.stream().map(RelationFacts::relation).toList());
        return wanted.stream()
                .filter(relation -> !there.contains(relation))
                .map(relation -> finding(
                        ErrorCode.RELATION_MISSING,
                        relation,
                        "no such relation",
                        "an existing table",
                        "check the spelling in source.relations and the user's privileges on the schema"))
                .toList();
    }

    /** Kind, persistence and key. */
    static List<Finding> shape(RelationFacts facts) {
        Relation relation = facts.relation();
        if (!Set.of("r", "p").contains(facts.kind()) || !facts.persistence().equals("p")) {
            return List.of(finding(
                    ErrorCode.RELATION_KIND,
                    relation,
                    facts.persistence().equals("p") ? kind(facts.kind()) : "an unlogged or temporary table",
                    "an ordinary or partitioned table whose changes are logged",
                    "take it out of source.relations"));
        }
        List<Finding> findings = new ArrayList<>();
        for (Leaf leaf : facts.leaves()) {
            if (!leaf.kind().equals("r")) {
                findings.add(finding(
                        ErrorCode.RELATION_KIND,
                        relation,
                        "partition " + leaf.relation() + " is " + kind(leaf.kind()),
                        "partitions that are ordinary tables",
                        "detach it or take the relation out of source.relations"));
            }
        }
        if (facts.key().isEmpty()) {
            findings.add(finding(
                    ErrorCode.RELATION_KEYLESS,
                    relation,
                    "neither a primary key nor a unique index over NOT NULL columns that is not deferrable",
                    "one of them",
                    "ALTER TABLE … ADD PRIMARY KEY, or take it out of source.relations"));
        }
        return findings;
    }

    /** Whether the log tells an old row's key, of every partition in the same way as of the parent. */
    static List<Finding> identity(RelationFacts facts) {
        List<Finding> findings = new ArrayList<>();
        if (!facts.key().isEmpty() && !facts.identity().covers(facts.key())) {
            findings.add(uncovered(facts, facts.relation() + " has " + facts.identity()));
        }
        for (Leaf leaf : facts.leaves()) {
            boolean same = leaf.identity().isFull() == facts.identity().isFull();
            if (!facts.key().isEmpty() && (!same || !leaf.identity().covers(facts.key()))) {
                findings.add(uncovered(facts, "partition " + leaf.relation() + " has " + leaf.identity()));
            }
        }
        return findings;
    }

    /** Whether the publication shows all of the relation's changes. */
    static List<Finding> publication(RelationFacts facts) {
        Published published = facts.published();
        Relation relation = facts.relation();
        List<Finding> findings = new ArrayList<>();
        if (facts.isPartitioned()
                && !published.viaRoot()
                && !published.operations().isEmpty()) {
            findings.add(finding(
                    ErrorCode.PARTITION_ROOT,
                    relation,
                    "publish_via_partition_root = false",
                    "changes of partitions published as the parent's",
                    "ALTER PUBLICATION … SET (publish_via_partition_root = true)"));
        } else if (!published.member()) {
            findings.add(finding(
                    ErrorCode.PUBLICATION_INCOMPLETE,
                    relation,
                    "not in the publication",
                    "its changes published",
                    "ALTER PUBLICATION … ADD TABLE " + relation.quoted()));
        }
        if (published.member() && !published.operations().equals(Published.ALL_OPERATIONS)) {
            findings.add(finding(
                    ErrorCode.PUBLICATION_INCOMPLETE,
                    relation,
                    "the publication publishes only " + published.operations(),
                    "insert, update, delete and truncate",
                    "ALTER PUBLICATION … SET (publish = 'insert, update, delete, truncate')"));
        }
        findings.addAll(filters(facts));
        return findings;
    }

    private static List<Finding> filters(RelationFacts facts) {
        Published published = facts.published();
        List<Finding> findings = new ArrayList<>();
        if (!published.filter().isEmpty()) {
            findings.add(finding(
                    ErrorCode.PUBLICATION_FILTERED,
                    facts.relation(),
                    "a row filter",
                    "all rows published",
                    "publish the relation without WHERE"));
        }
        List<String> carried = facts.carried().stream().map(CatalogColumn::name).toList();
        List<String> hidden = carried.stream()
                .filter(name -> !published.columns().contains(name))
                .toList();
        if (!published.columns().isEmpty() && !hidden.isEmpty()) {
            findings.add(finding(
                    ErrorCode.PUBLICATION_FILTERED,
                    facts.relation(),
                    "a column list without " + hidden,
                    "all columns published",
                    "publish the relation without a column list"));
        }
        if (!carried.containsAll(published.columns())) {
            findings.add(finding(
                    ErrorCode.COLUMN_GENERATED,
                    facts.relation(),
                    "generated columns are published",
                    "generated columns left to the target",
                    "ALTER PUBLICATION … SET (publish_generated_columns = none)"));
        }
        return findings;
    }

    private static Finding uncovered(RelationFacts facts, String observed) {
        return finding(
                ErrorCode.REPLICA_IDENTITY,
                facts.relation(),
                observed,
                "old rows logged with the key " + facts.key() + ", of partitions as of the parent",
                "ALTER TABLE … REPLICA IDENTITY DEFAULT where that key is the primary key, else FULL");
    }

    private static String kind(String code) {
        return switch (code) {
            case "v" -> "a view";
            case "m" -> "a materialized view";
            case "f" -> "a foreign table";
            case "r" -> "an ordinary table";
            case "p" -> "a partitioned table";
            default -> "of kind " + code;
        };
    }

    private static Finding finding(ErrorCode code, Relation relation, String observed, String required, String remedy) {
        return new Finding(code, relation.toString(), observed, required, remedy);
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a relation must be to be copied and streamed. Pure; one list of findings per question. */
final class MysqlRelationRules {
    private MysqlRelationRules() {}

    /** Those of {@code wanted} that are not there. */
    static List<Finding> missing(List<Relation> wanted, List<MysqlRelation> present) {
        Set<Relation> there = present.stream().map(MysqlRelation::relation).collect(Collectors.toSet());
        return wanted.stream()
                .filter(relation -> !there.contains(relation))
                .map(relation -> finding(
                        ErrorCode.RELATION_MISSING,
                        relation,
                        "no such table, or none that the user may see",
                        "an existing table",
                        "check the spelling in source.relations and the user's privileges on the table"))
                .toList();
    }

    /** Kind, engine, key and types. */
    static List<Finding> shape(MysqlRelation facts) {
        Relation relation = facts.relation();
        if (!facts.kind().equals("BASE TABLE")) {
            return List.of(finding(
                    ErrorCode.RELATION_KIND,
                    relation,
                    "a " + facts.kind(),
                    "a table, whose changes are logged",
                    "take it out of source.relations"));
        }
        List<Finding> findings = new ArrayList<>();
        if (!facts.engine().equalsIgnoreCase("InnoDB")) {
            findings.add(finding(
                    ErrorCode.RELATION_ENGINE,
                    relation,
                    "storage engine " + facts.engine(),
                    "InnoDB",
                    "ALTER TABLE … ENGINE = InnoDB, or take it out of source.relations"));
        }
        if (facts.key().isEmpty()) {
            findings.add(finding(
                    ErrorCode.RELATION_KEYLESS,
                    relation,
                    "neither a primary key nor a visible unique index over whole NOT NULL columns",
                    "one of them",
                    "ALTER TABLE … ADD PRIMARY KEY, or take it out of source.relations"));
        }
        facts.carried().stream()
                .filter(column ->
                        CellType.parse(column.type(), column.charset()).isEmpty())
                .map(column -> finding(
                        ErrorCode.COLUMN_TYPE,
                        relation,
                        "column " + column.name() + " of type " + column.type(),
                        "a type of MySQL 8.0 to 9.x that is known here",
                        "take the relation out of source.relations, and report the type"))
                .forEach(findings::add);
        facts.columns().stream()
                .filter(column -> !CharsetTables.supported(column.charset()))
                .map(column -> finding(
                        ErrorCode.COLUMN_TYPE,
                        relation,
                        "column " + column.name() + " in character set " + column.charset(),
                        "any other character set than gb18030, ujis and eucjpms",
                        "ALTER TABLE … MODIFY the column to utf8mb4, or take the relation out of source.relations"))
                .forEach(findings::add);
        return findings;
    }

    /**
     * Foreign keys by which a change of the parent changes rows here. InnoDB does that unseen by the log; servers that
     * do it themselves (9.6 and later, unless told otherwise) log it.
     */
    static List<Finding> actions(MysqlRelation facts, boolean actionsAreLogged) {
        return actionsAreLogged
                ? List.of()
                : facts.actions().stream()
                        .map(action -> finding(
                                ErrorCode.FOREIGN_KEY_ACTION,
                                facts.relation(),
                                "foreign key " + action.name() + " with ON DELETE " + action.onDelete() + ", ON UPDATE "
                                        + action.onUpdate(),
                                "foreign keys that only refuse (RESTRICT, NO ACTION), or a server that logs what they do"
                                        + " (innodb_native_foreign_keys = OFF)",
                                "change the foreign key, or take the relation out of source.relations"))
                        .toList();
    }

    private static Finding finding(ErrorCode code, Relation relation, String observed, String required, String remedy) {
        return new Finding(code, relation.toString(), observed, required, remedy);
    }
}

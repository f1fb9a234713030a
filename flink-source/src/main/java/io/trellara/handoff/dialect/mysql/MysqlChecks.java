package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything at the source that stands against a run, and what an operator should know, all at once: a part that cannot
 * be asked is a finding itself, and the others are asked all the same. Nothing is written; table locks are taken for a
 * moment, since nothing else tells whether the user may.
 */
final class MysqlChecks {
    private static final int LOCK_SECONDS = 1;
    private static final int DENIED = 1227, MISSING = 1146;
    private static final String NO_TABLE = "handoff: no such table";

    private final MysqlSessions sessions;
    private final List<Relation> relations;
    private final LockStrategy strategy;
    private final List<Finding> findings = new ArrayList<>();

    /** @param strategy by which views are opened */
    MysqlChecks(MysqlSessions sessions, List<Relation> relations, LockStrategy strategy) {
        this.sessions = sessions;
        this.strategy = strategy;
        this.relations = List.copyOf(relations);
    }

    /** All findings, refusals and warnings; a server that cannot be reached or known is the only one then. */
    List<Finding> check() {
        Optional<MysqlFacts> facts = gather("reading the server's settings", MysqlFacts::read);
        if (facts.isEmpty()) {
            return List.copyOf(findings);
        }
        findings.addAll(MysqlRules.of(sessions.place(), facts.get(), relations, strategy));
        MysqlFacts known = facts.get();
        gather(
                        "reading source.url",
                        session -> MysqlRules.encryption(sessions.place(), sessions.host(), known.encrypted()))
                .flatMap(Function.identity())
                .ifPresent(findings::add);
        boolean logged = facts.get().setting("innodb_native_foreign_keys").equals("OFF");
        List<MysqlRelation> present = gather(
                        "reading the catalog", session -> new MysqlCatalog(session).read(relations))
                .orElse(List.of());
        findings.addAll(MysqlRelationRules.missing(relations, present));
        for (MysqlRelation relation : present) {
            findings.addAll(MysqlRelationRules.shape(relation));
            findings.addAll(MysqlRelationRules.actions(relation, logged));
        }
        List<Relation> there = present.stream()
                .filter(relation -> relation.kind().equals("BASE TABLE"))
                .map(MysqlRelation::relation)
                .toList();
        gather("trying its locks", session -> access(session, there));
        if (strategy == LockStrategy.FLUSH_TABLES && !there.isEmpty()) {
            gather("trying to flush", session -> flush(session, there.get(0).schema()));
        }
        return List.copyOf(findings);
    }

    private boolean access(Connection session, List<Relation> present) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute("SET SESSION lock_wait_timeout = " + LOCK_SECONDS);
            for (Relation relation : present) {
                boolean readable = allowed(
                        statement,
                        "SELECT 1 FROM " + MysqlText.table(relation) + " LIMIT 0",
                        relation,
                        "GRANT SELECT on the table to the user");
                if (readable) {
                    allowed(
                            statement,
                            "LOCK TABLES " + MysqlText.table(relation) + " READ",
                            relation,
                            "GRANT LOCK TABLES on the database to the user: without it no view is exact");
                    statement.execute("UNLOCK TABLES");
                }
            }
        }
        return true;
    }

    /** Whether the user may is judged before whether there is such a table: so no writer has to wait. */
    private boolean flush(Connection session, String schema) throws SQLException {
        String nowhere = MysqlText.table(new Relation(schema, NO_TABLE));
        try (Statement statement = session.createStatement()) {
            statement.execute("FLUSH TABLES " + nowhere + " WITH READ LOCK");
            statement.execute("UNLOCK TABLES");
        } catch (SQLException e) {
            if (e.getErrorCode() == DENIED) {
                findings.add(new Finding(
                        ErrorCode.SELECT_PRIVILEGE,
                        sessions.place(),
                        "neither RELOAD nor FLUSH_TABLES",
                        "one of them, which source.lock-strategy = flush-tables needs",
                        "GRANT FLUSH_TABLES ON *.* to the user (before 8.0.23 RELOAD), or use lock-tables"));
            } else if (e.getErrorCode() != MISSING) {
                throw e;
            }
        }
        return true;
    }

    /** A lock that was not granted in its time may be had all the same. */
    private boolean allowed(Statement statement, String sql, Relation relation, String remedy) throws SQLException {
        try {
            statement.execute(sql);
            return true;
        } catch (SQLException e) {
            HandoffException known = MysqlFailure.of(
                    ErrorCode.SOURCE_QUERY_FAILED, relation.toString(), "trying " + sql.split(" ", 2)[0], e);
            if (known.code() == ErrorCode.SOURCE_LOCK_TIMEOUT) {
                return true;
            }
            if (known.code() != ErrorCode.SELECT_PRIVILEGE) {
                throw e;
            }
            findings.add(new Finding(
                    ErrorCode.SELECT_PRIVILEGE,
                    relation.toString(),
                    known.finding().observed(),
                    "SELECT and LOCK TABLES",
                    remedy));
            return false;
        }
    }

    private <T> Optional<T> gather(String doing, MysqlSessions.Question<T> question) {
        try {
            return Optional.of(sessions.ask(doing, question));
        } catch (HandoffException e) {
            findings.addAll(e.findings());
            return Optional.empty();
        }
    }
}

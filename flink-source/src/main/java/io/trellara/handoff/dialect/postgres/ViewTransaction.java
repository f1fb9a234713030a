package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A transaction in a view, with the relations it may read locked and found unchanged since the view was opened (R9).
 * One thread; {@link #abort} from any.
 */
final class ViewTransaction implements AutoCloseable {
    private final PostgresSessions sessions;
    private final SourceConfig config;
    private final Connection session;

    private ViewTransaction(PostgresSessions sessions, SourceConfig config, Connection session) {
        this.sessions = sessions;
        this.config = config;
        this.session = session;
    }

    static ViewTransaction begin(PostgresSessions sessions, SourceConfig config, ViewTicket ticket) {
        Connection session = sessions.open(PostgresSessions.READER);
        try {
            ViewImport.begin(session, ticket);
            return new ViewTransaction(sessions, config, session);
        } catch (SQLException e) {
            SlotCreation.closeQuietly(session);
            throw SourceFailure.of(ErrorCode.VIEW_LOST, "view", "importing it", e);
        } catch (RuntimeException e) {
            SlotCreation.closeQuietly(session);
            throw e;
        }
    }

    Connection session() {
        return session;
    }

    /**
     * Locks the relations against rewrites and schema changes, then reads their facts in the view. Under the locks the
     * present facts must be the same: columns dropped and added again, defaults or partitions that came later would
     * else mix the view's rows with the present shape; and no file may be newer than the view, or it would read as
     * empty.
     *
     * @throws HandoffException RELATION_MISSING, RELATION_REWRITTEN, SCHEMA_CHANGED and the like, all found at once
     */
    List<RelationFacts> enter(List<Relation> relations) {
        try {
            Catalog catalog = new Catalog(session, config.replication().publication());
            List<Finding> missing = RelationRules.missing(relations, catalog.read(relations));
            if (!missing.isEmpty()) {
                throw new HandoffException(missing, null);
            }
            lock(relations);
            List<RelationFacts> facts = catalog.read(relations);
            List<Finding> findings = new ArrayList<>();
            catalog.rewritten(facts).forEach(relation -> findings.add(rewritten(relation)));
            findings.addAll(changed(facts));
            if (!findings.isEmpty()) {
                throw new HandoffException(findings, null);
            }
            return facts;
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.VIEW_LOST, "view", "locking and checking relations", e);
        }
    }

    void abort() {
        SlotCreation.closeQuietly(session);
    }

    @Override
    public void close() {
        SlotCreation.closeQuietly(session);
    }

    private void lock(List<Relation> relations) throws SQLException {
        String names = relations.stream().map(Relation::quoted).collect(Collectors.joining(", "));
        try (Statement statement = session.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = " + config.limits().viewTimeoutMillis());
            statement.execute("LOCK TABLE " + names + " IN ACCESS SHARE MODE");
        }
    }

    private List<Finding> changed(List<RelationFacts> inView) {
        List<RelationSchema> agreed = inView.stream()
                .filter(facts -> !facts.key().isEmpty())
                .map(RelationFacts::schema)
                .toList();
        List<Relation> relations = agreed.stream().map(RelationSchema::relation).toList();
        List<RelationFacts> present = sessions.ask(
                "reading the catalog",
                control -> new Catalog(control, config.replication().publication()).read(relations));
        return Contract.differences(agreed, present);
    }

    private static Finding rewritten(Relation relation) {
        return new Finding(
                ErrorCode.RELATION_REWRITTEN,
                relation.toString(),
                "a file newer than the view",
                "no TRUNCATE, rewrite or CLUSTER between the view's opening and its reading",
                "resume: its chunks are read in a new view; changes that a rewrite makes are not in the log");
    }
}

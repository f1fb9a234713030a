package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.PostgresSettings;
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
    /**
     * Each chunk must cost what its rows cost: a plan that reads the whole table per chunk costs the square. No
     * workers: several readers already share the server. No compilation: a chunk is too short for it.
     */
    private static final String RANGE_PLANS = PostgresSettings.rangePlans("SET LOCAL");

    private final PostgresSessions sessions;
    private final SourceConfig config;
    private final Connection session;

    private ViewTransaction(PostgresSessions sessions, SourceConfig config, Connection session) {
        this.sessions = sessions;
        this.config = config;
        this.session = session;
    }

    static ViewTransaction begin(PostgresSessions sessions, SourceConfig config, ViewTicket ticket) {
        return begin(sessions, config, ticket, PostgresSessions.READER);
    }

    /** @param role what the session is for, as the server lists it */
    static ViewTransaction begin(PostgresSessions sessions, SourceConfig config, ViewTicket ticket, String role) {
        Connection session = sessions.open(role);
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

    /** The same, and requires the relations to be as the contract says (R9). */
    List<RelationFacts> enterAgreed(List<RelationSchema> contract) {
        List<RelationFacts> facts =
                enter(contract.stream().map(RelationSchema::relation).toList());
        List<Finding> differences = Contract.differences(contract, facts);
        if (!differences.isEmpty()) {
            throw new HandoffException(differences, null);
        }
        return facts;
    }

    /** Lets every plan of the transaction be one for a range of a key. */
    void planForRanges() throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(RANGE_PLANS);
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

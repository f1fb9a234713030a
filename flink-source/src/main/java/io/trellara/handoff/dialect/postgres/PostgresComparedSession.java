package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A transaction in the exported view of a comparison; relations are locked when they are entered. */
final class PostgresComparedSession implements ComparedSession {
    private final ViewTransaction transaction;
    private final Position boundary;
    private final List<RelationSchema> contract;
    private final Set<Relation> entered = new HashSet<>();

    private PostgresComparedSession(ViewTransaction transaction, Position boundary, List<RelationSchema> contract) {
        this.transaction = transaction;
        this.boundary = boundary;
        this.contract = List.copyOf(contract);
    }

    static PostgresComparedSession open(
            PostgresSessions sessions,
            SourceConfig config,
            String identity,
            ViewTicket view,
            List<RelationSchema> contract) {
        ViewTransaction transaction = ViewTransaction.begin(sessions, config, view, PostgresSessions.comparer(view));
        try {
            ServerIdentity.require(transaction.session(), identity);
            transaction.planForRanges();
            return new PostgresComparedSession(transaction, view.boundary(), contract);
        } catch (SQLException e) {
            transaction.close();
            throw SourceFailure.of(ErrorCode.VIEW_LOST, "view", "preparing its session", e);
        } catch (RuntimeException e) {
            transaction.close();
            throw e;
        }
    }

    @Override
    public Position boundary() {
        return boundary;
    }

    @Override
    public Connection enter(RelationSchema schema) {
        if (!contract.contains(schema)) {
            throw HandoffException.bug(
                    schema.relation().toString(), "a relation outside the session's contract", "one of it");
        }
        if (!entered.contains(schema.relation())) {
            transaction.enterAgreed(List.of(schema));
            entered.add(schema.relation());
        }
        return transaction.session();
    }

    @Override
    public void abort() {
        transaction.abort();
    }

    @Override
    public void close() {
        transaction.close();
    }
}

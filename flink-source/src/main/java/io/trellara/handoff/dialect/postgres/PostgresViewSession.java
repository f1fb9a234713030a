package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * A reader's transaction in a view. A relation is locked and compared with the contract before its first chunk is read
 * (R9), and stays locked, so that every chunk of the wave is read under one shape.
 */
final class PostgresViewSession implements ViewSession, PostgresChunkReader.Session {
    private final ViewTransaction transaction;
    private final Map<Relation, Boolean> partitioned = new HashMap<>();
    private @Nullable PostgresChunkReader current;

    private PostgresViewSession(ViewTransaction transaction) {
        this.transaction = transaction;
    }

    static PostgresViewSession open(
            PostgresSessions sessions, SourceConfig config, ViewTicket ticket, List<RelationSchema> contract) {
        ViewTransaction transaction = ViewTransaction.begin(sessions, config, ticket);
        try {
            PostgresViewSession session = new PostgresViewSession(transaction);
            session.enter(contract);
            return session;
        } catch (RuntimeException e) {
            transaction.close();
            throw e;
        }
    }

    @Override
    public ChunkReader read(RelationSchema schema, KeyRange range) {
        if (current != null) {
            current.close();
        }
        if (!partitioned.containsKey(schema.relation())) {
            enter(List.of(schema));
        }
        boolean parent = partitioned.getOrDefault(schema.relation(), false);
        try {
            CopyOut copy = transaction
                    .session()
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyOut(ChunkQuery.copy(schema, parent, range));
            PostgresChunkReader reader = new PostgresChunkReader(schema.relation(), copy, this);
            current = reader;
            return reader;
        } catch (SQLException e) {
            throw SourceFailure.of(
                    ErrorCode.CHUNK_READ_FAILED, schema.relation().toString(), "reading a chunk", e);
        }
    }

    @Override
    public void abort() {
        transaction.abort();
    }

    @Override
    public void close() {
        transaction.close();
    }

    /** Sets a savepoint behind the locks that it takes: what undoes a chunk keeps them. */
    private void enter(List<RelationSchema> contract) {
        if (contract.isEmpty()) {
            return;
        }
        List<RelationFacts> facts = transaction.enterAgreed(contract);
        facts.forEach(f -> partitioned.put(f.relation(), f.isPartitioned()));
        try {
            transaction.planForRanges();
            execute("SAVEPOINT chunk");
        } catch (SQLException e) {
            throw SourceFailure.of(ErrorCode.VIEW_LOST, "view", "preparing its session", e);
        }
    }

    /** A cancelled COPY fails the transaction; back to where a relation was entered last, all locks kept. */
    @Override
    public void revive() throws SQLException {
        execute("ROLLBACK TO SAVEPOINT chunk");
    }

    @Override
    public void cancel() throws SQLException {
        transaction.session().unwrap(PGConnection.class).cancelQuery();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = transaction.session().createStatement()) {
            statement.execute(sql);
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader's own view, for all chunks that it reads in a wave. On MySQL a view cannot be shared: each reader opens one,
 * with a boundary of its own. The relations are compared with the contract before anything is read (R9), and locked
 * against changes of their shape until the end.
 */
final class MysqlViewSession implements ViewSession {
    private final LockedView view;
    private final Map<Relation, ChunkTable> tables = new HashMap<>();
    private @Nullable MysqlChunkReader current;

    private MysqlViewSession(LockedView view) {
        this.view = view;
    }

    /** Takes over a view of just the contract's relations; it is closed where they differ from it. */
    static MysqlViewSession in(LockedView view, List<RelationSchema> contract) {
        try {
            MysqlViewSession session = new MysqlViewSession(view);
            session.enter(contract);
            return session;
        } catch (SQLException e) {
            view.close();
            throw MysqlFailure.of(ErrorCode.VIEW_LOST, "view", "comparing it with the contract", e);
        } catch (RuntimeException e) {
            view.close();
            throw e;
        }
    }

    /** The view, for its boundary and what its opening took. */
    LockedView view() {
        return view;
    }

    private void enter(List<RelationSchema> contract) throws SQLException {
        List<MysqlRelation> present = new MysqlCatalog(view.session()).read(view.relations());
        List<Finding> differences = MysqlContract.differences(contract, present);
        if (!differences.isEmpty()) {
            throw new HandoffException(differences, null);
        }
        Map<Relation, MysqlRelation> facts = new HashMap<>();
        present.forEach(relation -> facts.put(relation.relation(), relation));
        for (RelationSchema schema : contract) {
            MysqlRelation relation = facts.get(schema.relation());
            if (relation != null) {
                tables.put(schema.relation(), ChunkTable.read(view.session(), schema, relation));
            }
        }
    }

    /** About {@code rows} rows a chunk. */
    List<KeyRange> plan(RelationSchema schema, long rows) {
        try {
            return new KeysetPlan(view.session(), table(schema)).ranges(rows);
        } catch (SQLException e) {
            throw MysqlFailure.of(
                    ErrorCode.SOURCE_QUERY_FAILED, schema.relation().toString(), "planning chunks", e);
        }
    }

    @Override
    public ChunkReader read(RelationSchema schema, KeyRange range) {
        if (current != null) {
            current.close();
        }
        ChunkTable table = table(schema);
        try {
            MysqlChunkReader reader = MysqlChunkReader.open(view.session(), table, table.rows(range));
            current = reader;
            return reader;
        } catch (SQLException e) {
            throw MysqlFailure.of(ErrorCode.CHUNK_READ_FAILED, schema.relation().toString(), "reading a chunk", e);
        }
    }

    /** A view says nothing of a relation that was not locked when it was opened. */
    private ChunkTable table(RelationSchema schema) {
        ChunkTable table = tables.get(schema.relation());
        if (table == null) {
            throw HandoffException.bug(
                    schema.relation().toString(), "a chunk of a relation outside the view", "one of its relations");
        }
        return table;
    }

    @Override
    public void abort() {
        view.abort();
    }

    @Override
    public void close() {
        view.close();
    }
}

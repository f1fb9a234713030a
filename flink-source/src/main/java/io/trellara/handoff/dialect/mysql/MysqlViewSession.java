package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.dialect.ViewTicket;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader's own view, for all chunks that it reads in a wave. On MySQL a view cannot be shared: each reader opens one,
 * with a boundary of its own. A relation is compared with the contract before anything of it is read (R9); it is locked
 * against changes of its shape from the view's opening to its end.
 */
final class MysqlViewSession implements OwnView {
    private final LockedView view;
    private final String identity;
    private final Map<Relation, ChunkTable> tables = new HashMap<>();
    private @Nullable MysqlChunkReader current;

    /** @param identity the server's */
    MysqlViewSession(LockedView view, String identity) {
        this.view = view;
        this.identity = identity;
    }

    @Override
    public ViewTicket ticket() {
        return view.ticket(identity);
    }

    @Override
    public Cost cost() {
        return view.cost();
    }

    /** The view, for its boundary and its session. */
    LockedView view() {
        return view;
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

    /** Its transaction, to be asked for a relation that agrees with the contract. */
    Connection enter(RelationSchema schema) {
        try {
            table(schema);
            return view.session();
        } catch (SQLException e) {
            throw MysqlFailure.of(
                    ErrorCode.SOURCE_QUERY_FAILED, schema.relation().toString(), "comparing it with the contract", e);
        }
    }

    @Override
    public ChunkReader read(RelationSchema schema, KeyRange range) {
        if (current != null) {
            current.close();
        }
        try {
            ChunkTable table = table(schema);
            MysqlChunkReader reader = MysqlChunkReader.open(view.session(), table, table.rows(range));
            current = reader;
            return reader;
        } catch (SQLException e) {
            throw MysqlFailure.of(ErrorCode.CHUNK_READ_FAILED, schema.relation().toString(), "reading a chunk", e);
        }
    }

    /** The relation's table, compared with the contract when it is first read. */
    private ChunkTable table(RelationSchema schema) throws SQLException {
        ChunkTable known = tables.get(schema.relation());
        if (known != null) {
            return known;
        }
        if (!view.relations().contains(schema.relation())) {
            // A view says nothing of a relation that was not locked when it was opened.
            throw HandoffException.bug(
                    schema.relation().toString(), "a chunk of a relation outside the view", "one of its relations");
        }
        List<MysqlRelation> present = new MysqlCatalog(view.session()).read(List.of(schema.relation()));
        List<Finding> differences = MysqlContract.differences(List.of(schema), present);
        if (!differences.isEmpty()) {
            throw new HandoffException(differences, null);
        }
        ChunkTable entered = ChunkTable.read(view.session(), schema, present.get(0));
        tables.put(schema.relation(), entered);
        return entered;
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

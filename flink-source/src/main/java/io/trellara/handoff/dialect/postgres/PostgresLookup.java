package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.RowLookup;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * Looks rows up as they are now (R3). The log delivers a transaction before others can see it, so the look-up waits
 * until the transaction is over for a fresh snapshot.
 */
final class PostgresLookup implements RowLookup {
    private static final String KIND = """
            SELECT c.relkind = 'p' FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relname = ?""";

    private final Connection session;
    private final long limitMillis;
    private final Map<Relation, Boolean> partitioned = new HashMap<>();

    private PostgresLookup(Connection session, long limitMillis) {
        this.session = session;
        this.limitMillis = limitMillis;
    }

    /** Opens it at the source that the run is bound to (R8). */
    static PostgresLookup open(PostgresSessions sessions, SourceConfig config, String identity) {
        Connection session = sessions.openControl("lookup");
        try {
            ServerIdentity.require(session, identity);
            return new PostgresLookup(session, config.limits().viewTimeoutMillis());
        } catch (SQLException e) {
            SlotCreation.closeQuietly(session);
            throw SourceFailure.of(ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), "opening a look-up", e);
        } catch (RuntimeException e) {
            SlotCreation.closeQuietly(session);
            throw e;
        }
    }

    @Override
    public Optional<byte[]> find(RelationSchema schema, Key key, long xid) {
        try {
            awaitEnd(schema, xid);
            return read(schema, key);
        } catch (SQLException e) {
            throw SourceFailure.of(
                    ErrorCode.SOURCE_QUERY_FAILED, schema.relation().toString(), "looking up a row", e);
        }
    }

    @Override
    public void close() {
        SlotCreation.closeQuietly(session);
    }

    private void awaitEnd(RelationSchema schema, long xid) throws SQLException {
        Deadline deadline = new Deadline(limitMillis);
        SnapshotText now = SnapshotSettling.present(session);
        while (now.running(now.widen(xid))) {
            if (deadline.passed()) {
                throw new HandoffException(new Finding(
                        ErrorCode.SOURCE_QUERY_FAILED,
                        schema.relation().toString(),
                        "transaction " + xid + " is delivered but not visible after " + limitMillis + " ms",
                        "a delivered transaction to become visible within source.view-timeout",
                        "see whether commits wait for a synchronous standby, then resume"));
            }
            deadline.pause("a transaction to become visible");
            now = SnapshotSettling.present(session);
        }
    }

    private Optional<byte[]> read(RelationSchema schema, Key key) throws SQLException {
        String sql = ChunkQuery.copyOne(schema, isPartitioned(schema.relation()), key);
        CopyOut copy = session.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
        Optional<byte[]> found = Optional.empty();
        for (byte[] line = copy.readFromCopy(); line != null; line = copy.readFromCopy()) {
            if (found.isPresent()) {
                throw HandoffException.bug(schema.relation().toString(), "two rows under one key", "at most one");
            }
            found = Optional.of(Arrays.copyOf(line, line.length - 1));
        }
        return found;
    }

    private boolean isPartitioned(Relation relation) throws SQLException {
        Boolean known = partitioned.get(relation);
        if (known != null) {
            return known;
        }
        try (PreparedStatement query = session.prepareStatement(KIND)) {
            query.setString(1, relation.schema());
            query.setString(2, relation.name());
            try (ResultSet row = query.executeQuery()) {
                boolean parent = row.next() && row.getBoolean(1);
                partitioned.put(relation, parent);
                return parent;
            }
        }
    }
}

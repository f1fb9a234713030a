package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.dialect.KeyOrdering;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyComparator;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Orders keys with collated text by the server's own weights, over one session that is opened when they are first
 * needed (design §6). What was asked is kept; keys are compared only where chunks of a relation have different
 * boundaries, or are not all copied. One thread.
 */
final class KeyCollations implements KeyOrdering {
    private static final String COLLATE = " COLLATE ";

    private final MysqlSessions sessions;
    private final String identity;
    private final Map<String, Optional<CollationWeights>> weights = new HashMap<>();
    private @Nullable Connection session;

    /** @param identity the server that may be asked (R8) */
    KeyCollations(MysqlSessions sessions, String identity) {
        this.sessions = sessions;
        this.identity = identity;
    }

    /**
     * The same schema, with key columns that have no order where the server's order of a canary is not that of its
     * weights.
     */
    RelationSchema checked(RelationSchema schema) {
        List<Column> columns = new ArrayList<>(schema.columns());
        for (int key : schema.keyColumns()) {
            Column c = columns.get(key);
            if (c.order() == KeyOrder.COLLATED && find(c).isEmpty()) {
                columns.set(key, new Column(c.name(), c.type(), c.typeOid(), c.nullable(), KeyOrder.UNORDERED));
            }
        }
        return new RelationSchema(schema.relation(), columns, schema.keyColumns(), schema.fingerprint());
    }

    @Override
    public Comparator<Key> of(RelationSchema schema) {
        if (schema.keyComparable()) {
            return KeyComparator.of(schema);
        }
        List<Column> key =
                schema.keyColumns().stream().map(schema.columns()::get).toList();
        return (a, b) -> compare(key, a.cells(), b.cells());
    }

    private int compare(List<Column> columns, List<String> a, List<String> b) {
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            int order = column.order() == KeyOrder.COLLATED
                    ? collated(column, a.get(i), b.get(i))
                    : KeyComparator.compare(column.order(), a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int collated(Column column, String a, String b) {
        if (a.equals(b)) {
            return 0;
        }
        CollationWeights known = find(column)
                .orElseThrow(() -> HandoffException.bug(
                        "column " + column.name(), "a collation without an order", "the order that it was planned by"));
        List<byte[]> both = ask("asking for weights", open -> known.weights(open, List.of(a, b)));
        return known.order().compare(both.get(0), both.get(1));
    }

    private Optional<CollationWeights> find(Column column) {
        String collation = column.type().substring(column.type().lastIndexOf(COLLATE) + COLLATE.length());
        Optional<CollationWeights> known = weights.get(collation);
        if (known == null) {
            known = ask("trying a collation", open -> CollationWeights.of(open, collation));
            weights.put(collation, known);
        }
        return known;
    }

    private <T> T ask(String doing, MysqlSessions.Question<T> question) {
        try {
            return question.ask(open());
        } catch (SQLException e) {
            close();
            throw MysqlFailure.of(ErrorCode.SOURCE_QUERY_FAILED, sessions.place(), doing, e);
        }
    }

    private Connection open() throws SQLException {
        Connection present = session;
        if (present == null) {
            present = sessions.openControl(MysqlSessions.CONTROL);
            session = present;
            MysqlIdentity.require(present, identity);
        }
        return present;
    }

    @Override
    public void close() {
        Connection present = session;
        session = null;
        if (present != null) {
            try {
                present.close();
            } catch (SQLException e) {
                // It has ended in another way, which is all that was wanted.
            }
        }
    }
}

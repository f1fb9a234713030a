package io.trellara.handoff.sink;

import io.trellara.handoff.sink.NetChange.Kind;
import io.trellara.handoff.sink.TargetSession.SessionTable;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies few changes of one relation row by row, in batches of prepared statements: fewer round trips and no staging.
 * Parameters are text without a type, so that the server reads them as it reads the column's literals.
 */
final class BatchedChanges {
    private final TargetSession session;
    private final SessionTable table;
    private final int cells;
    private final Set<PreparedStatement> batches = new LinkedHashSet<>();

    BatchedChanges(TargetSession session, SessionTable table) {
        this.session = session;
        this.table = table;
        this.cells = table.schema().columns().size();
    }

    void apply(Collection<NetChange> changes) throws SQLException {
        for (NetChange change : changes) {
            if (change.kind() == Kind.DELETE) {
                batch(
                        table.sql().deleteOne(),
                        change.line().texts(table.schema().keyColumns().size()));
            }
        }
        for (NetChange change : changes) {
            switch (change.kind()) {
                case INSERT, UPDATE ->
                    batch(table.sql().upsertOne(), change.line().texts(cells));
                case PARTIAL -> partial(change.line());
                case DELETE -> {
                    // Before the rest.
                }
            }
        }
        for (PreparedStatement statement : batches) {
            statement.executeBatch();
        }
    }

    private void partial(CopyLine line) throws SQLException {
        BitSet present = line.present(cells);
        BitSet set = table.sql().settable(present);
        if (set.isEmpty()) {
            return;
        }
        @Nullable String[] texts = line.texts(cells);
        @Nullable
        String[] parameters =
                new String[set.cardinality() + table.schema().keyColumns().size()];
        int next = 0;
        for (int column = set.nextSetBit(0); column >= 0; column = set.nextSetBit(column + 1)) {
            parameters[next++] = texts[column];
        }
        for (int column : table.schema().keyColumns()) {
            parameters[next++] = texts[column];
        }
        batch(table.sql().updateOne(present), parameters);
    }

    private void batch(String sql, @Nullable String[] parameters) throws SQLException {
        PreparedStatement statement = session.prepared(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setString(i + 1, parameters[i]);
        }
        statement.addBatch();
        batches.add(statement);
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Deletes key ranges of a target table before they are copied again (R5), in windows of so many rows, each a
 * transaction that holds the generation as a sink's does (R6). A range is the source's: it is evaluated here only where
 * the target's order of keys provably equals the source's. Not atomic as a whole; repeated, it deletes what is left.
 */
final class TargetErasure {
    private final GenerationFence fence;
    private final Constraints constraints;
    private final int window;

    /** @param window rows of a transaction */
    TargetErasure(GenerationFence fence, Constraints constraints, int window) {
        this.fence = fence;
        this.constraints = constraints;
        this.window = window;
    }

    /** Deletes the ranges and returns the number of rows; throws GENERATION_STALE, TARGET_CHANGED. */
    long erase(Connection connection, RelationSchema schema, List<KeyRange> ranges, long generation)
            throws SQLException {
        boolean whole = ranges.stream().allMatch(KeyRange.ALL::equals);
        if (!whole && !schema.keyOrdered()) {
            throw HandoffException.bug(
                    "relation " + schema.relation(),
                    "a range of keys whose order the target may not share",
                    "the whole relation");
        }
        return eraseInTargetOrder(connection, schema, ranges, generation);
    }

    /** Without asking whether the target orders keys as the source does: right for whole relations only. */
    long eraseInTargetOrder(Connection connection, RelationSchema schema, List<KeyRange> ranges, long generation)
            throws SQLException {
        long erased = 0;
        connection.setAutoCommit(false);
        try {
            for (KeyRange range : ranges) {
                erased += erase(connection, schema, range, generation);
            }
            return erased;
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private long erase(Connection connection, RelationSchema schema, KeyRange range, long generation)
            throws SQLException {
        Sql sql = new Sql(schema);
        long erased = 0;
        Optional<Key> done = range.lower();
        boolean more = true;
        while (more) {
            begin(connection, generation);
            KeyRange rest = KeyRange.of(done, range.upper());
            Optional<Key> end = windowEnd(connection, sql, rest);
            KeyRange next = KeyRange.of(done, end.or(range::upper));
            try (PreparedStatement delete = connection.prepareStatement(sql.delete(next))) {
                bind(delete, next);
                erased += delete.executeLargeUpdate();
            }
            connection.commit();
            done = end;
            more = end.isPresent();
        }
        return erased;
    }

    private void begin(Connection connection, long generation) throws SQLException {
        fence.hold(connection, generation);
        try (Statement statement = connection.createStatement()) {
            switch (constraints) {
                case REPLICA -> statement.execute("SET LOCAL session_replication_role = replica");
                case DEFERRED -> statement.execute("SET CONSTRAINTS ALL DEFERRED");
                case AS_IS -> {
                    // nothing to set
                }
            }
        }
    }

    /** The key of the window's last row; empty where the rest fits into one. */
    private Optional<Key> windowEnd(Connection connection, Sql sql, KeyRange rest) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql.windowEnd(rest, window))) {
            bind(select, rest);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    cells.add(row.getString(i));
                }
                return Optional.of(new Key(cells));
            }
        }
    }

    private static void bind(PreparedStatement statement, KeyRange range) throws SQLException {
        int index = 1;
        for (Optional<Key> end : List.of(range.lower(), range.upper())) {
            for (String cell : end.map(Key::cells).orElse(List.of())) {
                statement.setString(index++, cell);
            }
        }
    }

    /** The statements for one table; rows of keys are compared lexicographically, as its index has them. */
    private record Sql(RelationSchema schema) {
        String delete(KeyRange range) {
            return "DELETE FROM " + schema.relation().quoted() + " AS t" + where(range);
        }

        String windowEnd(KeyRange range, int window) {
            String keys = keys(", ", k -> name(k));
            return "SELECT " + keys(", ", k -> name(k) + "::text") + " FROM "
                    + schema.relation().quoted() + " AS t" + where(range) + " ORDER BY " + keys + " LIMIT 1 OFFSET "
                    + (window - 1);
        }

        private String where(KeyRange range) {
            String row = "(" + keys(", ", this::name) + ")";
            String values = "(" + keys(", ", k -> "?") + ")";
            String lower = range.lower().isPresent() ? row + " > " + values : "true";
            String upper = range.upper().isPresent() ? row + " <= " + values : "true";
            return " WHERE " + lower + " AND " + upper;
        }

        private String name(int k) {
            return "t." + Relation.quote(schema.keyNames().get(k));
        }

        private String keys(String separator, IntFunction<String> text) {
            return IntStream.range(0, schema.keyColumns().size()).mapToObj(text).collect(Collectors.joining(separator));
        }
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.types.LineConversion;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
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

/** Finds the key that ends a window, and deletes up to it: the next one begins there, past the dead rows. */
final class PostgresErasure implements ErasureWindows {
    private final Sql sql;
    private final DatabaseKind source;
    private final Constraints constraints;
    private final int window;

    PostgresErasure(RelationSchema schema, SinkConfig config, int window) {
        this.sql = new Sql(schema);
        this.source = config.source();
        this.constraints = config.constraints();
        this.window = window;
    }

    @Override
    public LineConversion conversion(Connection connection) throws SQLException {
        RelationSchema schema = sql.schema();
        RelationMapping mapping = RelationMapping.of(source, DatabaseKind.POSTGRESQL, TargetVersion.CURRENT, schema);
        TargetFacts facts = new TargetCatalog(connection)
                .find(schema.relation())
                .orElseThrow(() -> TargetTable.changed(schema, "no such table"));
        return TargetTable.match(schema, facts, mapping).conversion(mapping);
    }

    @Override
    public void begin(Connection connection) throws SQLException {
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

    @Override
    public Erased next(Connection connection, KeyRange range) throws SQLException {
        Optional<Key> end = windowEnd(connection, range);
        KeyRange next = KeyRange.of(range.lower(), end.or(range::upper));
        try (PreparedStatement delete = connection.prepareStatement(sql.delete(next))) {
            bind(delete, next);
            long rows = delete.executeLargeUpdate();
            return new Erased(rows, end.map(key -> KeyRange.of(end, range.upper())));
        }
    }

    /** The key of the window's last row; empty where the rest fits into one. */
    private Optional<Key> windowEnd(Connection connection, KeyRange rest) throws SQLException {
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

package io.trellara.handoff.sink;

import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a target table is like from {@code information_schema}. */
final class MysqlTargetCatalog {
    /** The kind of a table that rows can be applied to, as PostgreSQL writes it. */
    private static final String ORDINARY = "r";

    private static final String TABLE =
            "SELECT table_type, engine FROM information_schema.tables WHERE table_schema = ? AND table_name = ?";

    private static final String COLUMNS = """
            SELECT column_name, column_type, collation_name, is_nullable, column_default, extra
              FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position""";

    /** All columns, since the one for expressions came in 8.0.13. */
    private static final String UNIQUES = """
            SELECT * FROM information_schema.statistics
             WHERE table_schema = ? AND table_name = ? AND non_unique = 0
             ORDER BY index_name <> 'PRIMARY', index_name, seq_in_index""";

    private static final String FOREIGN_KEYS = """
            SELECT constraint_name FROM information_schema.referential_constraints
             WHERE constraint_schema = ? AND table_name = ?
             UNION
            SELECT constraint_name FROM information_schema.referential_constraints
             WHERE unique_constraint_schema = ? AND referenced_table_name = ? ORDER BY 1""";

    private static final String TRIGGERS = """
            SELECT trigger_name FROM information_schema.triggers
             WHERE event_object_schema = ? AND event_object_table = ? ORDER BY 1""";

    private final Connection connection;

    MysqlTargetCatalog(Connection connection) {
        this.connection = connection;
    }

    /** The table; empty where there is none of that name that the user may see. */
    Optional<TargetFacts> find(Relation relation) throws SQLException {
        List<String> kinds = list(TABLE, relation, row -> kind(row.getString(1), row.getString(2)));
        if (kinds.isEmpty()) {
            return Optional.empty();
        }
        List<TargetColumn> columns = list(COLUMNS, relation, MysqlTargetCatalog::column);
        return Optional.of(new TargetFacts(
                kinds.get(0),
                columns,
                uniques(relation, columns),
                list(
                        FOREIGN_KEYS,
                        relation,
                        row -> new TargetRule(row.getString(1), TargetRule.Kind.FOREIGN_KEY, false)),
                list(TRIGGERS, relation, row -> row.getString(1))));
    }

    boolean databaseExists(String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT 1 FROM information_schema.schemata WHERE schema_name = ?")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** InnoDB alone keeps a transaction. */
    private static String kind(String type, @Nullable String engine) {
        if (!type.equals("BASE TABLE")) {
            return type;
        }
        return "InnoDB".equals(engine) ? ORDINARY : "engine " + engine;
    }

    private static TargetColumn column(ResultSet row) throws SQLException {
        @Nullable String collation = row.getString(3);
        String type = row.getString(2) + (collation == null ? "" : " COLLATE " + collation);
        boolean nullable = row.getString(4).equals("YES");
        String extra = row.getString(6);
        boolean filled = nullable
                || row.getString(5) != null
                || extra.contains("auto_increment")
                || extra.contains("DEFAULT_GENERATED");
        boolean generated = extra.contains("VIRTUAL GENERATED") || extra.contains("STORED GENERATED");
        return new TargetColumn(row.getString(1), type, type, !nullable, filled, false, generated, true);
    }

    private List<TargetIndex> uniques(Relation relation, List<TargetColumn> columns) throws SQLException {
        Map<String, TargetIndex> indexes = new LinkedHashMap<>();
        list(UNIQUES, relation, row -> {
            @Nullable String name = row.getString("column_name");
            boolean whole = name != null
                    && row.getString("sub_part") == null
                    && row.getString("is_visible").equals("YES")
                    && columns.stream().anyMatch(c -> c.name().equals(name) && c.notNull());
            TargetIndex part = new TargetIndex(
                    row.getString("index_name"),
                    name == null ? List.of() : List.of(name),
                    name == null ? List.of() : List.of("="),
                    whole,
                    false);
            return indexes.merge(part.name(), part, MysqlTargetCatalog::joined);
        });
        return List.copyOf(indexes.values());
    }

    private static TargetIndex joined(TargetIndex index, TargetIndex part) {
        List<String> columns = new ArrayList<>(index.columns());
        columns.addAll(part.columns());
        List<String> equalities = new ArrayList<>(index.equalities());
        equalities.addAll(part.equalities());
        return new TargetIndex(index.name(), columns, equalities, index.arbiter() && part.arbiter(), false);
    }

    private <T> List<T> list(String sql, Relation relation, Row<T> take) throws SQLException {
        List<T> found = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            int parameters = (int) sql.chars().filter(c -> c == '?').count();
            for (int i = 0; i < parameters; i += 2) {
                query.setString(i + 1, relation.schema());
                query.setString(i + 2, relation.name());
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.add(take.of(rows));
                }
            }
        }
        return found;
    }

    /** Makes something of one row. */
    @FunctionalInterface
    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }
}

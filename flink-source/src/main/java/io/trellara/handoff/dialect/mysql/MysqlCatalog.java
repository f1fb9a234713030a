package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads relations out of {@code information_schema}, over a session of {@link MysqlSessions}, which shows generated
 * keys too. In a view's session nothing can change meanwhile: it holds a lock on each.
 */
final class MysqlCatalog {
    private static final String TABLE =
            "SELECT table_type, engine FROM information_schema.tables" + " WHERE table_schema = ? AND table_name = ?";

    private static final String COLUMNS = "SELECT column_name, column_type, character_set_name, collation_name,"
            + " is_nullable, extra, generation_expression FROM information_schema.columns"
            + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position";

    /** {@code *}, since the column for expressions came in 8.0.13. */
    private static final String INDEXES = "SELECT * FROM information_schema.statistics"
            + " WHERE table_schema = ? AND table_name = ? AND non_unique = 0 ORDER BY index_name, seq_in_index";

    private static final String ACTIONS = "SELECT constraint_name, delete_rule, update_rule"
            + " FROM information_schema.referential_constraints WHERE constraint_schema = ? AND table_name = ?"
            + " AND (delete_rule IN ('CASCADE', 'SET NULL', 'SET DEFAULT')"
            + " OR update_rule IN ('CASCADE', 'SET NULL', 'SET DEFAULT')) ORDER BY constraint_name";

    private final Connection session;

    MysqlCatalog(Connection session) {
        this.session = session;
    }

    /** Those that exist and that the user may see, in the given order. */
    List<MysqlRelation> read(Collection<Relation> relations) throws SQLException {
        List<MysqlRelation> found = new ArrayList<>();
        for (Relation relation : relations) {
            read(relation).ifPresent(found::add);
        }
        return found;
    }

    private Optional<MysqlRelation> read(Relation relation) throws SQLException {
        List<String[]> tables = list(TABLE, relation, row -> new String[] {text(row, 1), text(row, 2)});
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MysqlRelation(
                relation,
                tables.get(0)[0],
                tables.get(0)[1],
                list(COLUMNS, relation, MysqlCatalog::column),
                indexes(relation),
                list(
                        ACTIONS,
                        relation,
                        row -> new MysqlRelation.ForeignKeyAction(text(row, 1), text(row, 2), text(row, 3)))));
    }

    private static MysqlColumn column(ResultSet row) throws SQLException {
        return new MysqlColumn(
                text(row, 1),
                text(row, 2),
                text(row, 3),
                text(row, 4),
                text(row, 5).equals("YES"),
                text(row, 6),
                text(row, 7));
    }

    private List<MysqlIndex> indexes(Relation relation) throws SQLException {
        Map<String, MysqlIndex> indexes = new LinkedHashMap<>();
        list(INDEXES, relation, row -> {
            @Nullable String column = row.getString("column_name");
            boolean plain = column != null && row.getString("sub_part") == null;
            MysqlIndex part = new MysqlIndex(
                    row.getString("index_name"),
                    List.of(column == null ? "" : column),
                    plain,
                    row.getString("is_visible").equals("YES"));
            return indexes.merge(part.name(), part, MysqlCatalog::joined);
        });
        return List.copyOf(indexes.values());
    }

    private static MysqlIndex joined(MysqlIndex index, MysqlIndex part) {
        List<String> columns = new ArrayList<>(index.columns());
        columns.addAll(part.columns());
        return new MysqlIndex(index.name(), columns, index.plain() && part.plain(), index.visible());
    }

    private <T> List<T> list(String sql, Relation relation, Row<T> take) throws SQLException {
        List<T> all = new ArrayList<>();
        try (PreparedStatement query = session.prepareStatement(sql)) {
            query.setString(1, relation.schema());
            query.setString(2, relation.name());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    all.add(take.of(rows));
                }
            }
        }
        return all;
    }

    private static String text(ResultSet row, int column) throws SQLException {
        @Nullable String text = row.getString(column);
        return text == null ? "" : text;
    }

    /** Makes something of one row. */
    @FunctionalInterface
    private interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }
}

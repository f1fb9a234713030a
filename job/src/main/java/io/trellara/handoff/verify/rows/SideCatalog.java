package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a side's table from its catalog, in the contract's order. */
final class SideCatalog {
    private static final String KIND = "SELECT relkind = 'p' FROM pg_class WHERE oid = to_regclass(?)";
    private static final String INDEXES = "SELECT index_name, column_name FROM information_schema.statistics"
            + " WHERE table_schema = ? AND table_name = ? AND non_unique = 0 AND sub_part IS NULL"
            + " AND is_visible = 'YES' ORDER BY index_name, seq_in_index";

    private SideCatalog() {}

    /** The contract's columns on this side; COMPARISON_SHAPE where one is missing. */
    static List<ShapeColumn> columns(Side side, RelationSchema contract) {
        TableShape shape = TableShape.read(side.kind(), side.session(), contract.relation());
        List<ShapeColumn> columns = new ArrayList<>();
        for (var column : contract.columns()) {
            columns.add(shape.column(column.name())
                    .orElseThrow(() -> RowsFailure.shape(
                            contract.relation().toString(),
                            "no column " + column.name() + " at " + side.kind().text(),
                            "every column of the contract")));
        }
        return columns;
    }

    static SideTable table(Side side, RelationSchema contract, List<ShapeColumn> columns) {
        try {
            return switch (side.kind()) {
                case POSTGRESQL ->
                    new PostgresTable(
                            contract.relation(),
                            columns.stream().map(ShapeColumn::name).toList(),
                            contract.keyColumns(),
                            partitioned(side, contract.relation()));
                case MYSQL ->
                    new MysqlTable(
                            contract.relation(),
                            columns.stream()
                                    .map(c -> MysqlReading.of(c.name(), c.type()))
                                    .toList(),
                            contract.keyColumns(),
                            index(side, contract));
            };
        } catch (SQLException e) {
            throw RowsFailure.reading(contract.relation().toString(), "reading its index", e);
        }
    }

    private static boolean partitioned(Side side, Relation relation) throws SQLException {
        try (PreparedStatement query = side.session().prepareStatement(KIND)) {
            query.setString(1, relation.quoted());
            try (ResultSet row = query.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** The unique index over just the key's columns, quoted. */
    private static Optional<String> index(Side side, RelationSchema contract) throws SQLException {
        Map<String, List<String>> indexes = new LinkedHashMap<>();
        try (PreparedStatement query = side.session().prepareStatement(INDEXES)) {
            query.setString(1, contract.relation().schema());
            query.setString(2, contract.relation().name());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    String column = row.getString(2);
                    indexes.computeIfAbsent(row.getString(1), name -> new ArrayList<>())
                            .add(column == null ? "" : column);
                }
            }
        }
        return indexes.entrySet().stream()
                .filter(index -> sameNames(index.getValue(), contract.keyNames()))
                .map(index -> MysqlReading.quote(index.getKey()))
                .findFirst();
    }

    private static boolean sameNames(List<String> columns, List<String> key) {
        boolean same = columns.size() == key.size();
        for (int i = 0; same && i < key.size(); i++) {
            same = columns.get(i).equalsIgnoreCase(key.get(i));
        }
        return same;
    }
}

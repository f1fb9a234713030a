package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the columns of the contract's relations as the log and the chunks need them. */
final class BinlogTables {
    private static final String COLUMNS = "SELECT column_name, column_type, character_set_name"
            + " FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position";

    private final CharsetTables charsets = new CharsetTables();

    /** The contract of the log; SCHEMA_CHANGED where a relation has no longer the contract's columns. */
    BinlogContract contract(Connection session, List<RelationSchema> schemas) throws SQLException {
        List<BinlogTable> tables = new ArrayList<>();
        for (RelationSchema schema : schemas) {
            tables.add(table(session, schema));
        }
        return new BinlogContract(tables);
    }

    /** All columns of one relation, in the table's order. */
    BinlogTable table(Connection session, RelationSchema schema) throws SQLException {
        Relation relation = schema.relation();
        List<BinlogTable.Place> places = new ArrayList<>();
        try (PreparedStatement question = session.prepareStatement(COLUMNS)) {
            question.setString(1, relation.schema());
            question.setString(2, relation.name());
            try (ResultSet row = question.executeQuery()) {
                while (row.next()) {
                    String name = row.getString(1);
                    CellColumn cell = cell(session, relation, name, row);
                    places.add(new BinlogTable.Place(name, cell, indexOf(schema, name)));
                }
            }
        }
        long copied = places.stream().filter(place -> place.index() >= 0).count();
        if (copied != schema.columns().size()) {
            throw BinlogFailures.schemaChanged(
                    relation,
                    copied + " of the contract's columns",
                    schema.columns().size() + " columns");
        }
        return new BinlogTable(schema, places);
    }

    private CellColumn cell(Connection session, Relation relation, String name, ResultSet row) throws SQLException {
        CellType type = CellType.parse(row.getString(2), row.getString(3)).orElseThrow(() -> unknown(relation, name));
        CellCharset charset = charsets.get(session, type.charset()).orElseThrow(() -> unknown(relation, name));
        return new CellColumn(type, charset);
    }

    private static HandoffException unknown(Relation relation, String column) {
        return BinlogFailures.schemaChanged(
                relation, "column " + column + " of a type that is not known", "types of MySQL 8.0 to 9.x");
    }

    private static int indexOf(RelationSchema schema, String name) {
        List<Column> columns = schema.columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return BinlogTable.LEFT_OUT;
    }
}

package io.trellara.handoff.verify.rows;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A relation's shape on one side.
 *
 * @param columns all that are stored, in the table's order
 */
public record TableShape(DatabaseKind kind, Relation relation, List<ShapeColumn> columns) {
    private static final String POSTGRES_COLUMNS = """
            WITH RECURSIVE base AS (
                SELECT a.attnum, a.atttypid AS type, a.atttypmod AS modifier
                FROM pg_catalog.pg_attribute a WHERE a.attrelid = pg_catalog.to_regclass(?) AND a.attnum > 0
                UNION ALL
                SELECT b.attnum, t.typbasetype, t.typtypmod
                FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.type WHERE t.typtype = 'd')
            SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
                   (SELECT pg_catalog.format_type(b.type, b.modifier)
                    FROM base b JOIN pg_catalog.pg_type t ON t.oid = b.type
                    WHERE b.attnum = a.attnum AND t.typtype <> 'd'),
                   i.indexrelid IS NOT NULL
            FROM pg_catalog.pg_attribute a
            LEFT JOIN pg_catalog.pg_index i
                ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)
            WHERE a.attrelid = pg_catalog.to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum
            """;

    private static final String MYSQL_COLUMNS = """
            SELECT column_name, CONCAT(column_type, IF(collation_name IS NULL, '', CONCAT(' COLLATE ', collation_name))),
                   CONCAT(column_type, IF(collation_name IS NULL, '', CONCAT(' COLLATE ', collation_name))),
                   column_key = 'PRI'
            FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position
            """;

    public TableShape {
        columns = List.copyOf(columns);
    }

    /** Reads it from the server; COMPARISON_SHAPE where there is no such table. */
    public static TableShape read(DatabaseKind kind, Connection session, Relation relation) {
        SideSettings.apply(new Side(kind, session), relation);
        boolean mysql = kind == DatabaseKind.MYSQL;
        List<ShapeColumn> columns = new ArrayList<>();
        try (PreparedStatement query = session.prepareStatement(mysql ? MYSQL_COLUMNS : POSTGRES_COLUMNS)) {
            query.setString(1, mysql ? relation.schema() : relation.quoted());
            query.setString(2, mysql ? relation.name() : relation.quoted());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    columns.add(
                            new ShapeColumn(row.getString(1), row.getString(2), row.getString(3), row.getBoolean(4)));
                }
            }
        } catch (SQLException e) {
            throw RowsFailure.reading(relation.toString(), "reading its columns", e);
        }
        if (columns.isEmpty()) {
            throw RowsFailure.shape(relation.toString(), "no such table at " + kind.text(), "the table");
        }
        return new TableShape(kind, relation, columns);
    }

    /** The column of that name, as this kind of server tells names apart. */
    public Optional<ShapeColumn> column(String name) {
        return columns.stream()
                .filter(column -> kind == DatabaseKind.MYSQL
                        ? column.name().equalsIgnoreCase(name)
                        : column.name().equals(name))
                .findFirst();
    }
}

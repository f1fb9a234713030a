package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.DatabaseSession;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** One side of a comparison: a session whose text output does not depend on where it is opened. One thread. */
record ComparedSide(DatabaseKind kind, Connection session) implements AutoCloseable {
    private static final List<String> POSTGRES_SETTINGS = List.of(
            "SET TimeZone = 'UTC'",
            "SET DateStyle = 'ISO'",
            "SET IntervalStyle = 'postgres'",
            "SET extra_float_digits = 3",
            "SET bytea_output = 'hex'",
            "SET search_path = pg_catalog",
            "SET work_mem = '64MB'",
            "SET statement_timeout = '10min'");

    private static final List<String> MYSQL_SETTINGS = List.of("SET time_zone = '+00:00'", "SET sql_mode = ''");

    private static final String POSTGRES_COLUMNS = """
            SELECT a.attname, format_type(a.atttypid, a.atttypmod), i.indexrelid IS NOT NULL AS in_key
            FROM pg_attribute a
            JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)
            WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum
            """;

    private static final String MYSQL_COLUMNS = """
            SELECT column_name, CONCAT(column_type, IF(collation_name IS NULL, '', CONCAT(' COLLATE ', collation_name))),
                   column_key = 'PRI'
            FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position
            """;

    static ComparedSide open(ConnectionConfig server) throws SQLException {
        Connection session = DatabaseSession.open(server, "trellara-handoff compare");
        try (Statement statement = session.createStatement()) {
            for (String setting : server.kind() == DatabaseKind.MYSQL ? MYSQL_SETTINGS : POSTGRES_SETTINGS) {
                statement.execute(setting);
            }
        }
        session.setAutoCommit(false);
        session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        session.setReadOnly(true);
        return new ComparedSide(server.kind(), session);
    }

    /** All columns in the table's order; there is a key among them. */
    List<ComparedColumn> columns(Relation relation) throws SQLException {
        List<ComparedColumn> columns = new ArrayList<>();
        try (PreparedStatement query =
                session.prepareStatement(kind == DatabaseKind.MYSQL ? MYSQL_COLUMNS : POSTGRES_COLUMNS)) {
            query.setString(1, relation.schema());
            query.setString(2, relation.name());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    columns.add(new ComparedColumn(rows.getString(1), rows.getString(2), rows.getBoolean(3)));
                }
            }
        }
        if (columns.stream().noneMatch(ComparedColumn::inKey)) {
            throw new IllegalArgumentException(relation + " is not there or has no primary key");
        }
        return columns;
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}

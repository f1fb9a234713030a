package io.trellara.handoff.demo;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.ServerSession;
import io.trellara.handoff.model.Relation;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A relation as the comparison reads it: every column by name, and the key, as the source has them.
 *
 * @param columns all columns, in the source's order
 * @param key the primary key's columns
 */
record ComparedTable(Relation relation, List<String> columns, List<String> key) {
    private static final List<String> SETTINGS = List.of(
            "SET TimeZone = 'UTC'",
            "SET DateStyle = 'ISO'",
            "SET IntervalStyle = 'postgres'",
            "SET extra_float_digits = 3",
            "SET bytea_output = 'hex'",
            "SET search_path = pg_catalog",
            "SET work_mem = '64MB'",
            "SET statement_timeout = '10min'");

    private static final String COLUMNS = """
            SELECT a.attname, i.indexrelid IS NOT NULL AS in_key
            FROM pg_attribute a
            LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey)
            WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum
            """;

    ComparedTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /** A session whose text output does not depend on where it is opened. */
    static Connection session(ConnectionConfig server) throws SQLException {
        Connection connection = ServerSession.open(server, "trellara-handoff compare");
        try (Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute(setting);
            }
        }
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setReadOnly(true);
        return connection;
    }

    static ComparedTable describe(Connection connection, Relation relation) throws SQLException {
        List<String> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(COLUMNS)) {
            query.setString(1, relation.quoted());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                    if (rows.getBoolean(2)) {
                        key.add(rows.getString(1));
                    }
                }
            }
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException(relation + " is not there or has no primary key");
        }
        return new ComparedTable(relation, columns, key);
    }

    TableSums sums(Connection connection) throws SQLException {
        String halves = "SELECT count(*), coalesce(sum(('x' || left(hash, 16))::bit(64)::bigint), 0),"
                + " coalesce(sum(('x' || right(hash, 16))::bit(64)::bigint), 0) FROM (SELECT md5("
                + rowText(columns) + ") AS hash FROM " + relation.quoted() + " t OFFSET 0) hashed";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(halves)) {
            row.next();
            return new TableSums(row.getLong(1), bigDecimal(row, 2), bigDecimal(row, 3));
        }
    }

    /** Digest of the key and of the whole row, in the order of the key's digest, which is the same everywhere. */
    String digestsInOrder() {
        return "SELECT md5(" + rowText(key) + ") COLLATE \"C\" AS key, md5(" + rowText(columns) + ") FROM "
                + relation.quoted() + " t ORDER BY 1";
    }

    private static BigDecimal bigDecimal(ResultSet row, int column) throws SQLException {
        BigDecimal sum = row.getBigDecimal(column);
        return sum == null ? BigDecimal.ZERO : sum;
    }

    private static String rowText(List<String> names) {
        return "ROW("
                + String.join(
                        ", ",
                        names.stream().map(name -> "t." + Relation.quote(name)).toList())
                + ")::text";
    }
}

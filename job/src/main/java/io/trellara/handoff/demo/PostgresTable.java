package io.trellara.handoff.demo;

import io.trellara.handoff.model.Relation;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A relation as two PostgreSQL servers compare it themselves: every column by name, and the key, as the source has
 * them.
 *
 * @param columns all columns, in the source's order
 * @param key the primary key's columns
 */
record PostgresTable(Relation relation, List<String> columns, List<String> key) {
    PostgresTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    static PostgresTable of(Relation relation, List<ComparedColumn> columns) {
        return new PostgresTable(
                relation,
                columns.stream().map(ComparedColumn::name).toList(),
                columns.stream()
                        .filter(ComparedColumn::inKey)
                        .map(ComparedColumn::name)
                        .toList());
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

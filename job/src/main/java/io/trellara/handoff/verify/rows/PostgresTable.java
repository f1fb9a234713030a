package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * A relation at a PostgreSQL server. Bounds are literals without a cast, compared as rows, as the chunk readers write
 * them: the server gives them the column's type, and reads a range of the key's index.
 *
 * @param columns in the contract's order
 * @param key the key's columns by their index, in key order
 * @param partitioned else its inheritance children, which are relations of their own, are left out
 */
record PostgresTable(Relation relation, List<String> columns, List<Integer> key, boolean partitioned)
        implements SideTable {
    PostgresTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    @Override
    public String within(KeyRange range) {
        List<String> bounds = new ArrayList<>();
        range.lower().ifPresent(lower -> bounds.add(compared(">", lower)));
        range.upper().ifPresent(upper -> bounds.add(compared("<=", upper)));
        return String.join(" AND ", bounds);
    }

    private String compared(String operator, Key bound) {
        return key.size() == 1
                ? keys() + " " + operator + " " + literals(bound)
                : "(" + keys() + ") " + operator + " (" + literals(bound) + ")";
    }

    @Override
    public String among(List<Key> keys) {
        if (key.size() == 1) {
            return keys() + " IN (" + keys.stream().map(PostgresTable::literals).collect(Collectors.joining(", "))
                    + ")";
        }
        return keys.stream()
                .map(one -> "(" + keys() + ") = (" + literals(one) + ")")
                .collect(Collectors.joining(" OR ", "(", ")"));
    }

    private String keys() {
        return key.stream().map(i -> quoted(columns.get(i))).collect(Collectors.joining(", "));
    }

    private static String literals(Key cells) {
        return cells.cells().stream().map(PostgresTable::literal).collect(Collectors.joining(", "));
    }

    /** Means the same whatever {@code standard_conforming_strings} is. */
    private static String literal(String text) {
        String quoted = text.replace("'", "''");
        return text.indexOf('\\') < 0 ? "'" + quoted + "'" : " E'" + quoted.replace("\\", "\\\\") + "'";
    }

    private static String quoted(String column) {
        return "t." + Relation.quote(column);
    }

    private String from(String condition) {
        return " FROM " + (partitioned ? "" : "ONLY ") + relation.quoted() + " t"
                + (condition.isEmpty() ? "" : " WHERE " + condition);
    }

    private String selected() {
        return columns.stream().map(PostgresTable::quoted).collect(Collectors.joining(", "));
    }

    /** The subquery is not pulled up, so that every row is hashed once. */
    @Override
    public String sums(String condition) {
        return "SELECT count(*), count(hash), sum(('x' || left(hash, 16))::bit(64)::bigint),"
                + " sum(('x' || right(hash, 16))::bit(64)::bigint) FROM (SELECT md5(convert_to(ROW("
                + selected() + ")::text, 'UTF8')) AS hash" + from(condition) + " OFFSET 0) hashed";
    }

    @Override
    public void read(Connection session, String condition, RowSink sink) throws SQLException {
        CopyOut copy = session.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut("COPY (SELECT " + selected() + from(condition) + ") TO STDOUT");
        try {
            byte[] line = copy.readFromCopy();
            while (line != null) {
                sink.row(CopyText.cells(line, columns.size()));
                line = copy.readFromCopy();
            }
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    @Override
    public String cell(int column, byte[] sent) {
        return new String(sent, StandardCharsets.UTF_8);
    }

    @Override
    public MessageDigest digest() {
        return RowHash.md5();
    }

    /** The text of {@code ROW(…)}. */
    @Override
    public void canonical(byte[] @Nullable [] sent, MessageDigest into) {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        row.write('(');
        for (int i = 0; i < sent.length; i++) {
            if (i > 0) {
                row.write(',');
            }
            byte[] cell = sent[i];
            if (cell != null) {
                put(cell, row);
            }
        }
        row.write(')');
        into.update(row.toByteArray());
    }

    private static void put(byte[] cell, ByteArrayOutputStream row) {
        if (!needsQuotes(cell)) {
            row.write(cell, 0, cell.length);
            return;
        }
        row.write('"');
        for (byte b : cell) {
            if (b == '"' || b == '\\') {
                row.write(b);
            }
            row.write(b);
        }
        row.write('"');
    }

    private static boolean needsQuotes(byte[] cell) {
        for (byte b : cell) {
            if (" \t\n\u000B\f\r\"\\(),".indexOf(b) >= 0) {
                return true;
            }
        }
        return cell.length == 0;
    }
}

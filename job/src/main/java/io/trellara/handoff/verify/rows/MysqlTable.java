package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A relation at a MySQL server. Ranges are in the expanded lexicographic form, {@code a > 1 OR (a = 1 AND b > 2)}, for
 * which MySQL reads a range of the index.
 *
 * @param columns in the contract's order
 * @param key the key's columns by their index, in key order
 * @param index the key's, quoted; empty where none has just its columns
 */
record MysqlTable(Relation relation, List<MysqlReading> columns, List<Integer> key, Optional<String> index)
        implements SideTable {
    MysqlTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    @Override
    public String within(KeyRange range) {
        Optional<String> lower = range.lower().map(bound -> compared(bound, ">", ">"));
        Optional<String> upper = range.upper().map(bound -> compared(bound, "<", "<="));
        if (lower.isPresent() && upper.isPresent()) {
            return "(" + lower.get() + ") AND (" + upper.get() + ")";
        }
        return lower.or(() -> upper).orElse("");
    }

    /** {@code first} between all columns but the last, which {@code last} is for. */
    private String compared(Key bound, String first, String last) {
        StringBuilder text = new StringBuilder();
        int end = key.size() - 1;
        for (int i = 0; i <= end; i++) {
            MysqlReading column = columns.get(key.get(i));
            String cell = bound.cells().get(i);
            text.append(column.compared(i == end ? last : first, cell));
            if (i < end) {
                text.append(" OR (").append(column.compared("=", cell)).append(" AND (");
            }
        }
        return text.append("))".repeat(end)).toString();
    }

    @Override
    public String among(List<Key> keys) {
        return keys.stream().map(this::equal).collect(Collectors.joining(" OR "));
    }

    private String equal(Key one) {
        return IntStream.range(0, key.size())
                .mapToObj(i -> columns.get(key.get(i)).compared("=", one.cells().get(i)))
                .collect(Collectors.joining(" AND ", "(", ")"));
    }

    private String from(String condition) {
        return " FROM " + MysqlReading.quote(relation.schema()) + "." + MysqlReading.quote(relation.name())
                + (condition.isEmpty()
                        ? ""
                        : index.map(name -> " FORCE INDEX (" + name + ")").orElse("") + " WHERE " + condition);
    }

    /**
     * The rows of a range are hashed once each, into a table that the server makes up; of a whole relation that might
     * become too large, and each hash is computed as often as it is used. SHA-256, since newer servers have no MD5.
     */
    @Override
    public String sums(String condition) {
        String once = condition.isEmpty() ? "" : "/*+ NO_MERGE(hashed) */ ";
        return "SELECT " + once + "COUNT(*), COUNT(hash), SUM(CAST(CONV(LEFT(hash, 16), 16, 10) AS UNSIGNED)),"
                + " SUM(CAST(CONV(SUBSTR(hash, 17, 16), 16, 10) AS UNSIGNED)) FROM (SELECT SHA2(CONCAT("
                + columns.stream().map(MysqlTable::canonical).collect(Collectors.joining(", ")) + "), 256) AS hash"
                + from(condition) + ") hashed";
    }

    /** NULL where the server cannot make it, as for text that is too long for it: then there is no hash either. */
    private static String canonical(MysqlReading column) {
        String value = column.selected();
        String text = column.large() ? "'#', SHA2(" + value + ", 256)" : "LENGTH(" + value + "), ':', " + value;
        return "IF(" + column.name() + " IS NULL, '-', CONCAT(" + text + "))";
    }

    @Override
    public void read(Connection session, String condition, RowSink sink) throws SQLException {
        String selected = columns.stream().map(MysqlReading::selected).collect(Collectors.joining(", "));
        try (Statement statement = session.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE); // the driver's word for one row at a time
            try (ResultSet rows = statement.executeQuery("SELECT " + selected + from(condition))) {
                while (rows.next()) {
                    sink.row(sent(rows));
                }
            }
        }
    }

    private byte[] @Nullable [] sent(ResultSet row) throws SQLException {
        byte[][] sent = new byte[columns.size()][];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = row.getBytes(i + 1);
        }
        return sent;
    }

    @Override
    public String cell(int column, byte[] sent) {
        return columns.get(column).cell(sent);
    }

    @Override
    public MessageDigest digest() {
        return RowHash.sha256();
    }

    @Override
    public void canonical(byte[] @Nullable [] sent, MessageDigest into) {
        for (int i = 0; i < sent.length; i++) {
            byte[] value = sent[i];
            if (value == null) {
                into.update((byte) '-');
            } else if (columns.get(i).large()) {
                into.update((byte) '#');
                into.update(ascii(HexFormat.of().formatHex(RowHash.sha256().digest(value))));
            } else {
                into.update(ascii(value.length + ":"));
                into.update(value);
            }
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

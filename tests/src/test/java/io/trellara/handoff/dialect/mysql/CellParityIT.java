package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A value is the same cell whether a chunk's query or the binary log brings it. */
final class CellParityIT {
    private static final Map<String, String> FAST = Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2");

    @ParameterizedTest
    @EnumSource
    void everyTypeAndEdgeValueIsTheSameCellOnBothPaths(MysqlVersion version) throws SQLException {
        List<TypeCase> cases = TypeCases.of(version);
        try (MysqlTestServer server = MysqlTestServer.start(version, FAST)) {
            ConnectionConfig database = server.newDatabase("parity");
            String[] tables = new String[cases.size()];
            for (int i = 0; i < tables.length; i++) {
                tables[i] = "t" + i;
                create(database, tables[i], cases.get(i));
            }
            BinlogPosition from = StreamUnderTest.now(database);
            BinlogContract contract = StreamUnderTest.contract(database, tables);
            List<List<String>> written = new ArrayList<>();
            for (int i = 0; i < tables.length; i++) {
                fill(database, tables[i], cases.get(i));
                written.add(chunk(database, contract, tables[i]));
            }
            try (StreamUnderTest stream = StreamUnderTest.from(from, StreamUnderTest.source(database), contract)) {
                stream.catchUp(database);
                for (int i = 0; i < tables.length; i++) {
                    assertThat(streamed(stream.changes(), tables[i]))
                            .as(cases.get(i).type())
                            .isEqualTo(written.get(i));
                    assertThat(written.get(i)).hasSize(cases.get(i).values().size() + 1);
                    cases.get(i)
                            .expected()
                            .forEach(cell -> assertThat(written)
                                    .anySatisfy(rows -> assertThat(rows).anyMatch(row -> row.endsWith("|" + cell))));
                }
            }
        }
    }

    private static void create(ConnectionConfig database, String table, TypeCase typeCase) throws SQLException {
        MysqlTestServer.execute(
                database, "CREATE TABLE " + table + " (id int PRIMARY KEY, n int, v " + typeCase.type() + ")");
    }

    /** Inserts each value, then changes another column of each row, so that the value is in two more images. */
    private static void fill(ConnectionConfig database, String table, TypeCase typeCase) throws SQLException {
        try (Connection connection = MysqlTestServer.open(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            statement.execute("SET SESSION time_zone = '+02:00'");
            StringBuilder insert = new StringBuilder("INSERT INTO " + table + " VALUES (0, 1, NULL)");
            for (int i = 0; i < typeCase.values().size(); i++) {
                insert.append(", (" + (i + 1) + ", 1, " + typeCase.values().get(i) + ")");
            }
            statement.execute(insert.toString());
            statement.execute("UPDATE " + table + " SET n = 2");
        }
    }

    /** As the chunk reader asks. */
    private static List<String> chunk(ConnectionConfig database, BinlogContract contract, String table)
            throws SQLException {
        RelationSchema schema = StreamUnderTest.schema(database, table);
        BinlogTable columns = contract.table(schema.relation()).orElseThrow();
        CellColumn value = columns.columns().get(2).cell();
        RowBuffer lines = new RowBuffer(1 << 16);
        CellLine line = new CellLine();
        try (Connection connection = MysqlTestServer.open(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION time_zone = '+00:00'");
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet row =
                    statement.executeQuery("SELECT id, " + value.selected("`v`") + " FROM " + table + " ORDER BY id")) {
                while (row.next()) {
                    line.cell().put(row.getBytes(1));
                    line.add();
                    byte[] sent = row.getBytes(2);
                    if (sent == null) {
                        line.addNull();
                    } else {
                        value.ofText(sent, line.cell());
                        line.add();
                    }
                    line.end(lines);
                }
            }
        }
        int length = lines.length();
        List<String> rows = new ArrayList<>();
        for (String text : new String(lines.take(), 0, length, StandardCharsets.UTF_8).split("\n", -1)) {
            if (!text.isEmpty()) {
                int tab = text.indexOf('\t');
                String cell = text.substring(tab + 1);
                rows.add(text.substring(0, tab) + "|" + (cell.equals("\\N") ? "NULL" : unescaped(cell)));
            }
        }
        return rows;
    }

    private static String unescaped(String cell) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c == '\\') {
                char letter = cell.charAt(++i);
                plain.append(letter == 't' ? '\t' : letter == 'n' ? '\n' : letter == 'r' ? '\r' : letter);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /** The rows of a table in the log; each of the three images must hold the same cell. */
    private static List<String> streamed(List<String> changes, String table) {
        List<String> inserted = new ArrayList<>();
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (String change : changes) {
            String[] parts = change.split(" ", 3);
            if (parts[1].equals(table) && parts[0].equals("+")) {
                inserted.add(parts[2].replaceFirst("\\|1\\|", "|"));
            } else if (parts[1].equals(table)) {
                int arrow = parts[2].indexOf(" -> ");
                before.add(parts[2].substring(0, arrow).replaceFirst("\\|1\\|", "|"));
                after.add(parts[2].substring(arrow + 4).replaceFirst("\\|2\\|", "|"));
            }
        }
        assertThat(before).isEqualTo(inserted);
        assertThat(after).isEqualTo(inserted);
        return inserted;
    }
}

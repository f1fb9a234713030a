package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.ColumnPair;
import io.trellara.handoff.sink.types.LineBuffer;
import io.trellara.handoff.sink.types.LineConversion;
import io.trellara.handoff.sink.types.NormalColumn;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Values of every type, across on real servers: into tables of the mapped types, and read back as a source reads them.
 * What is not held halts, and with reason: the target refuses it, or makes something else of it.
 */
final class TypesAcrossIT {
    private static final Map<String, String> FAST = Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2");

    /** What a strict MySQL does not take though it has it: no label of an enum, a decimal in JSON that no double is. */
    private static final List<TypeCase> UNHELD_BY_MYSQL = List.of(
            TypeCase.of("enum('a','b')", "'nothing'"),
            TypeCase.of("json", "JSON_ARRAY(CAST('100000000000000000000.5' AS DECIMAL(30,1)))"));

    private static final Map<MysqlVersion, MysqlTestServer> MYSQL = new EnumMap<>(MysqlVersion.class);
    private static TestServer postgres;

    @BeforeAll
    static void start() {
        for (MysqlVersion version : MysqlVersion.values()) {
            MYSQL.put(version, MysqlTestServer.start(version, FAST));
        }
        postgres = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        MYSQL.values().forEach(MysqlTestServer::close);
        postgres.close();
    }

    private static ConnectionConfig newDatabase(MysqlVersion version, String name) throws SQLException {
        return Objects.requireNonNull(MYSQL.get(version)).newDatabase(name);
    }

    @ParameterizedTest
    @EnumSource
    void everyValueOfMysqlIsTheSameInPostgres(MysqlVersion version) throws SQLException {
        List<CrossedTable> tables = mysqlTables(version);
        ConnectionConfig target = postgres.newDatabase("across");
        TestServer.execute(
                target, "CREATE SCHEMA " + tables.get(0).schema().relation().schema());
        Tally tally = new Tally();
        try (PostgresSide there = new PostgresSide(target)) {
            for (CrossedTable table : tables) {
                cross(table, DatabaseKind.MYSQL, there, TargetVersion.CURRENT, tally);
            }
        }
        // Zero in whole or in part: two dates, seven datetimes, seven timestamps, and six that are before the first
        // one.
        assertThat(tally.unheld).isEqualTo(2 + 7 + 7 + 6);
        assertThat(tally.held).isGreaterThan(700);
    }

    @ParameterizedTest
    @EnumSource
    void everyValueOfMysqlIsTheSameInMysql(MysqlVersion version) throws SQLException {
        List<CrossedTable> tables = mysqlTables(version);
        ConnectionConfig target = newDatabase(version, "twin");
        Tally tally = new Tally();
        try (MysqlSide there = new MysqlSide(target)) {
            for (CrossedTable table : tables) {
                cross(table.in(StreamUnderTest.name(target)), DatabaseKind.MYSQL, there, there.version(), tally);
            }
        }
        assertThat(tally.unheld).isEqualTo(UNHELD_BY_MYSQL.size());
        assertThat(tally.held).isGreaterThan(700);
    }

    @ParameterizedTest
    @EnumSource
    void everyValueOfPostgresIsTheSameInMysql(MysqlVersion version) throws SQLException {
        ConnectionConfig source = postgres.newDatabase("values");
        ConnectionConfig target = newDatabase(version, "across");
        Tally tally = new Tally();
        try (PostgresSide here = new PostgresSide(source);
                MysqlSide there = new MysqlSide(target)) {
            List<CrossedTable> tables = PostgresCases.fill(source, here, StreamUnderTest.name(target));
            for (CrossedTable table : tables) {
                cross(table, DatabaseKind.POSTGRESQL, there, there.version(), tally);
            }
        }
        assertThat(tally.unheld)
                .isEqualTo(PostgresCases.UNHELD + (version == MysqlVersion.V8_0 ? PostgresCases.UNHELD_SWIFTLY : 0));
        assertThat(tally.held).isGreaterThan(130);
    }

    /** The one that is said to read swiftly reads as we foretell, the other exactly. */
    @ParameterizedTest
    @EnumSource
    void readsTheNumbersOfJsonAsForetold(MysqlVersion version) throws SQLException {
        ConnectionConfig source = postgres.newDatabase("json");
        ConnectionConfig target = newDatabase(version, "json");
        Random random = new Random(11);
        StringBuilder rows = new StringBuilder("(0, '0')");
        for (int i = 1; i <= 1_500; i++) {
            double value = i % 3 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextGaussian() * i;
            rows.append(Double.isFinite(value) ? ", (" + i + ", '" + value + "')" : "");
        }
        TestServer.execute(source, "CREATE TABLE j (id int PRIMARY KEY, v json)", "INSERT INTO j VALUES " + rows);
        Tally tally = new Tally();
        try (PostgresSide here = new PostgresSide(source);
                MysqlSide there = new MysqlSide(target)) {
            cross(
                    here.table("j", StreamUnderTest.name(target), 1),
                    DatabaseKind.POSTGRESQL,
                    there,
                    there.version(),
                    tally);
        }
        assertThat(tally.held).isGreaterThan(version == MysqlVersion.V8_0 ? 500 : 1_450);
    }

    /** Keys that PostgreSQL tells apart: by case, by accents, by blanks at the end, by composition. */
    @Test
    void keysOfTextStayApartInMysql() throws SQLException {
        ConnectionConfig source = postgres.newDatabase("keys");
        ConnectionConfig target = newDatabase(MysqlVersion.V9_7, "keys");
        TestServer.execute(
                source,
                "CREATE TABLE k (id text, b bytea, PRIMARY KEY (id, b))",
                "INSERT INTO k SELECT t, b FROM unnest(ARRAY['a', 'A', 'a ', 'a  ', E'a\\t', 'ä', E'a\\u0308', 'ss', 'ß', '',"
                        + " E'\\u00ad', 'a\u0001', 'Ⅳ', 'IV']) t, unnest(ARRAY['\\x'::bytea, '\\x00', '\\x0000']) b");
        Tally tally = new Tally();
        try (PostgresSide here = new PostgresSide(source);
                MysqlSide there = new MysqlSide(target)) {
            cross(
                    here.table("k", StreamUnderTest.name(target), 2),
                    DatabaseKind.POSTGRESQL,
                    there,
                    there.version(),
                    tally);
        }
        assertThat(tally.held).isEqualTo(14 * 3);
    }

    private static List<CrossedTable> mysqlTables(MysqlVersion version) throws SQLException {
        List<TypeCase> cases = new ArrayList<>(TypeCases.of(version));
        cases.addAll(UNHELD_BY_MYSQL);
        ConnectionConfig database = newDatabase(version, "values");
        try (Connection connection = MysqlTestServer.open(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = '', time_zone = '+02:00'");
            for (int i = 0; i < cases.size(); i++) {
                statement.execute("CREATE TABLE t" + i + " (id int PRIMARY KEY, v "
                        + cases.get(i).type() + ")");
                StringBuilder rows = new StringBuilder("(0, NULL)");
                for (int n = 0; n < cases.get(i).values().size(); n++) {
                    rows.append(", (" + (n + 1) + ", " + cases.get(i).values().get(n) + ")");
                }
                statement.execute("INSERT INTO t" + i + " VALUES " + rows);
            }
        }
        try (MysqlSide here = new MysqlSide(database)) {
            List<CrossedTable> tables = new ArrayList<>();
            for (int i = 0; i < cases.size(); i++) {
                tables.add(here.table("t" + i));
            }
            return tables;
        }
    }

    /** Takes a table across, and requires of each row that it is the same there, or is not held with reason. */
    private static void cross(
            CrossedTable table, DatabaseKind source, TargetSide there, TargetVersion version, Tally tally)
            throws SQLException {
        RelationSchema schema = table.schema();
        RelationMapping mapping = RelationMapping.of(source, there.kind(), version, schema);
        assertThat(mapping.uncreatable()).as(table.name()).isEmpty();
        there.create(schema, mapping);
        LineConversion lines = mapping.created();
        List<String> held = new ArrayList<>();
        List<String> unheld = new ArrayList<>();
        for (String line : table.lines()) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            LineBuffer into = new LineBuffer();
            try {
                lines.row(bytes, 0, bytes.length, into);
                there.load(new String(into.bytes(), 0, into.length(), StandardCharsets.UTF_8));
                held.add(line);
            } catch (HandoffException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.TARGET_VALUE_UNHELD);
                unheld.add(line);
            }
        }
        there.finish();
        assertThat(normal(there.kind(), there.types(), there.read()))
                .as(table.name() + " → " + there.types())
                .containsExactlyInAnyOrderElementsOf(normal(source, table.types(), held));
        requireSameForms(mapping, there, held);
        for (String line : unheld.subList(0, Math.min(unheld.size(), 60))) {
            mistreated(table, source, there, line);
        }
        tally.held += held.size();
        tally.unheld += unheld.size();
    }

    /** What a verification compares: the source's cells as they are written beside the target's as they are there. */
    private static void requireSameForms(RelationMapping mapping, TargetSide there, List<String> held)
            throws SQLException {
        List<String> types = there.types();
        List<ColumnPair> pairs = IntStream.range(0, types.size())
                .mapToObj(i -> mapping.pair(i, types.get(i)))
                .toList();
        assertThat(forms(pairs, there.read(), ColumnPair::ofTarget))
                .as(types.toString())
                .containsExactlyInAnyOrderElementsOf(forms(pairs, held, ColumnPair::ofSource));
    }

    private static List<String> forms(
            List<ColumnPair> pairs, List<String> lines, BiFunction<ColumnPair, String, String> form) {
        return lines.stream()
                .map(line -> {
                    List<String> cells = CrossedTable.cells(line);
                    return IntStream.range(0, cells.size())
                            .mapToObj(i -> cells.get(i) == null ? "NULL" : form.apply(pairs.get(i), cells.get(i)))
                            .collect(Collectors.joining("|"));
                })
                .toList();
    }

    /** The line as it is: the target refuses it, or keeps something else. */
    private static void mistreated(CrossedTable table, DatabaseKind source, TargetSide there, String line)
            throws SQLException {
        there.empty();
        try {
            there.load(line);
            there.finish();
        } catch (SQLException refused) {
            there.abandon();
            return;
        }
        List<String> kept = there.read();
        // Of a key that is named twice the normal form knows the last one only; the text tells.
        boolean told = line.contains("\"a\": 1, \"a\": 2") && !kept.get(0).contains("1");
        assertThat(told
                        || !normal(there.kind(), there.types(), kept)
                                .equals(normal(source, table.types(), List.of(line))))
                .as(table.name())
                .isTrue();
    }

    private static List<String> normal(DatabaseKind kind, List<String> types, List<String> lines) {
        List<NormalColumn> columns =
                types.stream().map(type -> NormalColumn.of(kind, type)).toList();
        return lines.stream()
                .map(line -> {
                    List<String> cells = CrossedTable.cells(line);
                    StringBuilder row = new StringBuilder();
                    for (int i = 0; i < cells.size(); i++) {
                        row.append('|')
                                .append(
                                        cells.get(i) == null
                                                ? "NULL"
                                                : columns.get(i).of(cells.get(i)));
                    }
                    return row.toString();
                })
                .toList();
    }

    /** What was counted. */
    private static final class Tally {
        int held;
        int unheld;
    }
}

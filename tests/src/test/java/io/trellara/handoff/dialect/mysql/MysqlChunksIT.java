package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.ChunkReader;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyComparator;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RowBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks of MySQL tables: how they are cut, by what the server finds their rows, and what they hold. */
final class MysqlChunksIT {
    private static MysqlTestServer server;
    private ConnectionConfig database;

    @BeforeAll
    static void start() {
        server = MysqlTestServer.start(MysqlVersion.V9_7);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void makeDatabase() throws SQLException {
        database = server.newDatabase("chunks");
    }

    /** Two far groups and a dense one: arithmetic between the smallest and the greatest would give one full chunk. */
    @Test
    void skewedKeysGiveEvenChunks() throws SQLException {
        create("CREATE TABLE t (id bigint unsigned PRIMARY KEY, n int)");
        insert(
                3_000,
                i -> (i < 1_000 ? i : i < 2_000 ? 5_000_000_000L + i : Long.MAX_VALUE) + ", " + i,
                i -> i < 2_000);
        insert(1_000, i -> Long.toUnsignedString(Long.MAX_VALUE + 2L + i) + ", " + i, i -> true);
        try (MysqlViewSession view = view()) {
            List<KeyRange> ranges = view.plan(schema(), 250);
            assertThat(ranges).hasSize(13);
            List<String> all = new ArrayList<>();
            for (KeyRange range : ranges) {
                List<String> lines = lines(view, range);
                assertThat(lines).hasSize(range.upper().isPresent() ? 250 : 0);
                all.addAll(lines);
            }
            assertThat(all)
                    .isEqualTo(lines(view, KeyRange.ALL))
                    .doesNotHaveDuplicates()
                    .hasSize(3_000);
        }
    }

    /** A chunk that ended early would count as whole: the sink counts what was read. */
    @Test
    void noLimitOfTheServerCutsAChunkShort() throws SQLException {
        create("CREATE TABLE t (id int PRIMARY KEY, n int)");
        insert(50, i -> i + ", 1", i -> true);
        create("SET GLOBAL sql_select_limit = 7");
        try (MysqlViewSession view = view()) {
            assertThat(lines(view, KeyRange.ALL)).hasSize(50);
            assertThat(view.plan(schema(), 10)).hasSize(6);
        } finally {
            create("SET GLOBAL sql_select_limit = DEFAULT");
        }
    }

    /** Each chunk costs what its rows cost, which the form with rows would not. */
    @Test
    void everyChunkIsARangeOfTheKeysIndex() throws SQLException {
        create("CREATE TABLE t (c varchar(20) CHARACTER SET latin1 COLLATE latin1_german1_ci NOT NULL,"
                + " at timestamp(3) NOT NULL, n int unsigned NOT NULL, b varbinary(8) NOT NULL, pad char(200),"
                + " PRIMARY KEY (c, at, n, b))");
        insert(
                4_000,
                i -> "'" + (char) ('a' + i % 7) + "ß\\'é', '2026-01-01 00:00:00' + INTERVAL " + i % 50 + " SECOND, " + i
                        + ", X'00" + (i % 2 == 0 ? "" : "5C") + "', 'x'",
                i -> true);
        try (MysqlViewSession view = view()) {
            RelationSchema schema = schema();
            List<KeyRange> ranges = view.plan(schema, 300);
            assertThat(ranges).hasSize(14);
            List<String> all = new ArrayList<>();
            for (KeyRange range : ranges) {
                String sql = sql(view, range);
                assertThat(explained(view, sql)).isEqualTo("range PRIMARY");
                long before = readsOfRows(view);
                List<String> lines = lines(view, range);
                assertThat(readsOfRows(view) - before).isLessThan(lines.size() + 30L);
                all.addAll(lines);
            }
            assertThat(all)
                    .isEqualTo(lines(view, KeyRange.ALL))
                    .doesNotHaveDuplicates()
                    .hasSize(4_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"enum('b','a')", "set('b','a')", "double", "bit(3)"})
    void aKeyWithoutRangesIsReadAsOneChunk(String type) throws SQLException {
        create("CREATE TABLE t (id " + type + " NOT NULL, n int NOT NULL, PRIMARY KEY (id, n))");
        insert(1_000, i -> "1, " + i, i -> true);
        try (MysqlViewSession view = view()) {
            assertThat(view.plan(schema(), 100)).containsExactly(KeyRange.ALL);
            assertThat(lines(view, KeyRange.ALL)).hasSize(1_000);
        }
    }

    @Test
    void anEmptyTableIsOneEmptyChunk() throws SQLException {
        create("CREATE TABLE t (id int PRIMARY KEY)");
        try (MysqlViewSession view = view()) {
            assertThat(view.plan(schema(), 100)).containsExactly(KeyRange.ALL);
            assertThat(lines(view, KeyRange.ALL)).isEmpty();
        }
    }

    /** What Java compares, it compares as the server's index does (design §6). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bigint unsigned|0;1;9;10;9223372036854775807;9223372036854775808;18446744073709551615",
                "bigint|-9223372036854775808;-10;-9;0;1;9223372036854775807",
                "int(8) unsigned zerofill|0;7;10;100;4294967295",
                "decimal(20,5)|-10.5;-9.5;-0.00001;0;0.5;2;10;12345678901234.5",
                "date|'0000-00-00';'0000-01-00';'1000-01-01';'2024-00-00';'2024-02-29';'9999-12-31'",
                "datetime(3)|'0000-00-00 00:00:00';'2024-01-01 00:00:00.1';'2024-01-01 00:00:00.10';'2024-01-01 00:00:01'",
                "timestamp(6)|'0000-00-00 00:00:00';'1970-01-01 00:00:01';'2024-01-01 00:00:00.000001';'2037-12-31 00:00:00'",
                "varbinary(4)|X'';X'00';X'0000';X'01';X'7F';X'80';X'FF';X'FF00'",
                "binary(3)|X'';X'01';X'0100';X'010001';X'80';X'FF'"
            })
    void javaOrdersKeysAsTheServerDoes(String example) throws SQLException {
        String type = example.substring(0, example.indexOf('|'));
        create("CREATE TABLE t (k " + type + " NOT NULL, n int NOT NULL, PRIMARY KEY (k, n))");
        int n = 0;
        for (String value : example.substring(type.length() + 1).split(";", -1)) {
            MysqlTestServer.execute(database, "SET sql_mode = ''", "INSERT INTO t VALUES (" + value + ", " + n++ + ")");
        }
        RelationSchema schema = schema();
        assertThat(schema.keyOrdered()).isTrue();
        try (MysqlViewSession view = view()) {
            List<Key> keys = view.plan(schema, 1).stream()
                    .flatMap(range -> range.upper().stream())
                    .toList();
            assertThat(keys).hasSize(n);
            KeyComparator order = KeyComparator.of(schema);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    assertThat(Integer.signum(order.compare(keys.get(i), keys.get(j))))
                            .as("%s: %d against %d", type, i, j)
                            .isEqualTo(Integer.compare(i, j));
                }
            }
            List<String> byChunks = new ArrayList<>();
            for (KeyRange range : view.plan(schema, 2)) {
                byChunks.addAll(lines(view, range));
            }
            assertThat(byChunks).hasSize(n).isEqualTo(lines(view, KeyRange.ALL));
        }
    }

    @Test
    void closesAChunkEarlyAndReadsTheNext() throws SQLException {
        create("CREATE TABLE t (id int PRIMARY KEY, pad char(200))");
        insert(2_000, i -> i + ", 'x'", i -> true);
        try (MysqlViewSession view = view()) {
            RowBuffer little = new RowBuffer(100);
            ChunkReader first = view.read(schema(), KeyRange.ALL);
            assertThat(first.read(little)).isTrue();
            assertThat(little.rows()).isBetween(1, 100);
            assertThat(lines(view, KeyRange.ALL)).hasSize(2_000);
        }
    }

    @Test
    void anAbortBreaksTheReadThatIsUnderWay() throws SQLException {
        create("CREATE TABLE t (id int PRIMARY KEY, pad char(200))");
        insert(2_000, i -> i + ", 'x'", i -> true);
        MysqlViewSession view = view();
        ChunkReader reader = view.read(schema(), KeyRange.ALL);
        view.abort();
        assertThatThrownBy(() -> {
                    while (reader.read(new RowBuffer(1 << 20))) {
                        // to the break
                    }
                })
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CHUNK_READ_FAILED));
        view.close();
    }

    @Test
    void refusesAViewOfAnotherShape() throws SQLException {
        create("CREATE TABLE t (id int PRIMARY KEY, n int)");
        RelationSchema agreed = schema();
        create("ALTER TABLE t MODIFY n bigint");
        try (MysqlViewSession other = view()) {
            assertThatThrownBy(() -> other.read(agreed, KeyRange.ALL))
                    .isInstanceOfSatisfying(
                            HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_CHANGED));
        }
    }

    private void create(String sql) throws SQLException {
        MysqlTestServer.execute(database, sql);
    }

    private interface Row {
        String of(int number);
    }

    private void insert(int rows, Row row, IntPredicate wanted) throws SQLException {
        for (int from = 0; from < rows; from += 500) {
            String values = IntStream.range(from, Math.min(rows, from + 500))
                    .filter(wanted)
                    .mapToObj(i -> "(" + row.of(i) + ")")
                    .collect(Collectors.joining(","));
            if (!values.isEmpty()) {
                create("INSERT INTO t VALUES " + values);
            }
        }
    }

    private RelationSchema schema() {
        return MysqlSources.sessions(database)
                .ask(
                        "reading the catalog",
                        session -> new MysqlCatalog(session).read(MysqlSources.relations(database, "t")))
                .get(0)
                .schema();
    }

    private LockedView locked() {
        return MysqlSources.opening(database, MysqlSources.PATIENT)
                .open(MysqlSources.identity(database), MysqlSources.relations(database, "t"), waiting -> {});
    }

    private MysqlViewSession view() {
        return new MysqlViewSession(locked(), "mysql");
    }

    private List<String> lines(MysqlViewSession view, KeyRange range) {
        List<String> lines = new ArrayList<>();
        try (ChunkReader reader = view.read(schema(), range)) {
            boolean more = true;
            while (more) {
                RowBuffer buffer = new RowBuffer(4_000);
                more = reader.read(buffer);
                int length = buffer.length();
                String text = new String(buffer.take(), 0, length, StandardCharsets.UTF_8);
                lines.addAll(text.lines().toList());
            }
        }
        return lines;
    }

    private String sql(MysqlViewSession view, KeyRange range) throws SQLException {
        Connection session = view.view().session();
        MysqlRelation facts = new MysqlCatalog(session)
                .read(MysqlSources.relations(database, "t"))
                .get(0);
        return ChunkTable.read(session, facts.schema(), facts).rows(range);
    }

    private static String explained(MysqlViewSession view, String sql) throws SQLException {
        try (Statement statement = view.view().session().createStatement();
                ResultSet row = statement.executeQuery("EXPLAIN FORMAT=TRADITIONAL " + sql)) {
            row.next();
            return row.getString("type") + " " + row.getString("key");
        }
    }

    private static long readsOfRows(MysqlViewSession view) throws SQLException {
        try (Statement statement = view.view().session().createStatement();
                ResultSet row = statement.executeQuery(
                        "SHOW SESSION STATUS WHERE variable_name IN"
                                + " ('Handler_read_key', 'Handler_read_next', 'Handler_read_rnd_next', 'Handler_read_first')")) {
            long reads = 0;
            while (row.next()) {
                reads += row.getLong(2);
            }
            return reads;
        }
    }
}

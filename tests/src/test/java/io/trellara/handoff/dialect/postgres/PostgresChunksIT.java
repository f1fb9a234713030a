package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chunks are even whatever the keys, and together they are the table: each row once. */
final class PostgresChunksIT {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "two far groups    | id bigint PRIMARY KEY | CASE WHEN i % 2 = 0 THEN i ELSE i + 500000000000 END",
                "geometric skew    | id numeric PRIMARY KEY | round(power(1.0004::numeric, i), 6) + i * 0.000001",
                "scattered uuid    | id uuid PRIMARY KEY | md5(i::text)::uuid",
                "text, collated    | id text PRIMARY KEY | concat((ARRAY['e','E','é','-','_ '])[i % 5 + 1], md5(i::text))",
                "text with quotes  | id text PRIMARY KEY | concat(chr(39), chr(92), i, chr(9), chr(10))",
                "timestamps        | id timestamptz PRIMARY KEY | timestamptz '2020-01-01 BC' + i * (i * interval '1 ms')",
                "dates and floats  | id date, n float8, PRIMARY KEY (id, n) | date '2020-01-01' + i % 3, i / 7.0",
                "composite         | a int, b text, c bigint, PRIMARY KEY (a, b, c) | i % 3, concat('k', i % 7), i",
                "bytes             | id bytea PRIMARY KEY | decode(md5(i::text), 'hex')",
                "enum and boolean  | m mood, b boolean, n int, PRIMARY KEY (m, b, n) "
                        + "| (ARRAY['z','a'])[i % 2 + 1]::mood, i % 3 = 0, i",
                "domain over text  | id short PRIMARY KEY | concat('d', i)",
                "unique index      | id int NOT NULL UNIQUE | i",
                "fixed length char | id char(12) PRIMARY KEY | i::text",
                "arrays            | id int[] PRIMARY KEY | ARRAY[i % 5, i]",
            })
    void chunksAreEvenAndTogetherTheTable(String name, String columns, String values) throws SQLException {
        ConnectionConfig database = server.newDatabase("chunks");
        TestServer.execute(
                database,
                "CREATE TYPE mood AS ENUM ('z', 'a')",
                "CREATE DOMAIN short AS varchar(20) CHECK (length(VALUE) < 20)",
                "CREATE TABLE t (" + columns + ", pad text DEFAULT repeat('x', 60)) WITH (autovacuum_enabled = off)",
                "INSERT INTO t SELECT " + values + " FROM generate_series(1, 40000) i",
                "ALTER TABLE t REPLICA IDENTITY FULL");
        List<Integer> sizes = chunks(database, 10_000, 40_000);
        assertThat(sizes)
                .as(name)
                .hasSizeBetween(3, 5)
                .allSatisfy(size -> assertThat(size).isBetween(5_000, 16_000));
    }

    @Test
    void samplesALargeTableInsteadOfReadingIt() throws SQLException {
        ConnectionConfig database = server.newDatabase("chunks");
        TestServer.execute(
                database,
                "CREATE TABLE t (id bigint PRIMARY KEY, pad text DEFAULT repeat('x', 400))",
                "INSERT INTO t SELECT i::bigint * i FROM generate_series(1, 120000) i");
        assertThat(chunks(database, 30_000, 120_000))
                .hasSizeBetween(3, 5)
                .allSatisfy(size -> assertThat(size).isBetween(20_000, 45_000));
    }

    @Test
    void partitionsAreCutTogether() throws SQLException {
        ConnectionConfig database = server.newDatabase("chunks");
        TestServer.execute(
                database,
                "CREATE TABLE t (id bigint, at date, PRIMARY KEY (at, id)) PARTITION BY RANGE (at)",
                "CREATE TABLE t_old PARTITION OF t FOR VALUES FROM (MINVALUE) TO ('2024-01-01')",
                "CREATE TABLE t_new PARTITION OF t FOR VALUES FROM ('2024-01-01') TO (MAXVALUE)",
                "INSERT INTO t SELECT i, date '2023-12-20' + i % 20 FROM generate_series(1, 20000) i");
        assertThat(chunks(database, 5_000, 20_000)).hasSize(4);
    }

    @Test
    void inheritanceChildrenAreRelationsOfTheirOwn() throws SQLException {
        ConnectionConfig database = server.newDatabase("chunks");
        TestServer.execute(
                database,
                "CREATE TABLE t (id bigint PRIMARY KEY)",
                "CREATE TABLE child (more int) INHERITS (t)",
                "INSERT INTO t SELECT generate_series(1, 100)",
                "INSERT INTO child SELECT generate_series(1, 900)");
        assertThat(chunks(database, 40, 100)).hasSize(3);
    }

    @Test
    void emptyAndTinyTablesAreOneChunk() throws SQLException {
        ConnectionConfig database = server.newDatabase("chunks");
        TestServer.execute(database, "CREATE TABLE t (id bigint PRIMARY KEY)");
        assertThat(chunks(database, 1_000, 0)).containsExactly(0);
        TestServer.execute(database, "INSERT INTO t VALUES (5)");
        assertThat(chunks(database, 1_000, 1)).containsExactly(1);
    }

    @Test
    void keysOfExtensionTypesAreNotCutByOperatorsThatAreNotTheIndexs() throws SQLException {
        ConnectionConfig database = server.newDatabase("chunks");
        TestServer.execute(
                database,
                "CREATE EXTENSION citext",
                "CREATE TABLE t (id citext PRIMARY KEY)",
                "INSERT INTO t SELECT CASE WHEN i % 2 = 0 THEN 'k' ELSE 'K' END || i FROM generate_series(1, 1000) i");
        assertThat(chunks(database, 100, 1_000)).hasSize(1);
    }

    @Test
    void compositeRangeIsOneConditionOfTheKeysIndex() throws SQLException {
        ConnectionConfig database = server.newDatabase("chunks");
        TestServer.execute(
                database,
                "CREATE TABLE t (a int, b text, pad text DEFAULT repeat('x', 100), PRIMARY KEY (a, b))",
                "INSERT INTO t SELECT i % 50, 'k' || i FROM generate_series(1, 50000) i",
                "ANALYZE t");
        PostgresDialect dialect = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t"));
        RelationSchema schema = dialect.presentSchemas().get(0);
        try (View view = ready(dialect);
                Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement()) {
            schema = dialect.readSchemas(view.ticket()).get(0);
            KeyRange range = dialect.planChunks(view.ticket(), schema, 1_000).get(7);
            StringBuilder plan = new StringBuilder();
            try (ResultSet row =
                    statement.executeQuery("EXPLAIN SELECT * FROM ONLY t WHERE " + ChunkQuery.within(schema, range))) {
                while (row.next()) {
                    plan.append(row.getString(1)).append('\n');
                }
            }
            assertThat(plan.toString())
                    .contains("Index Cond: ((ROW(a, b) > ROW(")
                    .contains("(ROW(a, b) <= ROW(");
        }
    }

    private static View ready(PostgresDialect dialect) {
        dialect.ensurePublication();
        return dialect.openView(dialect.identity().text(), waiting -> {});
    }

    /** Reads all chunks; their sizes, after comparing their union with the table. */
    private static List<Integer> chunks(ConnectionConfig database, long rows, int expected) throws SQLException {
        PostgresDialect dialect = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.t"));
        List<Integer> sizes = new ArrayList<>();
        List<String> union = new ArrayList<>();
        try (View view = ready(dialect)) {
            RelationSchema schema = dialect.readSchemas(view.ticket()).get(0);
            List<KeyRange> ranges = dialect.planChunks(view.ticket(), schema, rows);
            assertThat(ranges.get(0).lower()).isEmpty();
            assertThat(ranges.get(ranges.size() - 1).upper()).isEmpty();
            try (ViewSession session = dialect.importView(view.ticket(), List.of(schema))) {
                for (KeyRange range : ranges) {
                    List<String> lines = SourceUnderTest.lines(session, schema, range);
                    sizes.add(lines.size());
                    union.addAll(lines);
                }
                assertThat(union).hasSize(expected).doesNotHaveDuplicates();
                List<String> whole = SourceUnderTest.lines(session, schema, KeyRange.ALL);
                union.sort(null);
                whole.sort(null);
                assertThat(union.equals(whole)).isTrue();
            }
        }
        return sizes;
    }
}

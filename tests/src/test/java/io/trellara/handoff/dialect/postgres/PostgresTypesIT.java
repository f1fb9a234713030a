package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.RowLookup;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.dialect.ViewSession;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Every kind of value passes as the server prints it and comes back equal. */
final class PostgresTypesIT {
    private static TestServer server;
    private static ConnectionConfig database;
    private static PostgresDialect dialect;
    private static RelationSchema schema;
    private static List<String> lines;

    @BeforeAll
    static void start() throws SQLException {
        server = Servers.source(PostgresVersion.V17);
        database = server.newDatabase("types");
        TestServer.execute(
                database,
                "CREATE TYPE mood AS ENUM ('sad', 'it''s fine', 'a\\b')",
                "CREATE TYPE pair AS (n numeric, note text)",
                "CREATE DOMAIN positive AS numeric(20,4) CHECK (VALUE > 0)",
                """
                CREATE TABLE kinds (
                    id bigint PRIMARY KEY, big numeric, f8 float8, f4 float4, d date, ts timestamp, tstz timestamptz,
                    t time(3), ttz timetz, iv interval, txt text, vc varchar(10), bc char(5), b boolean, u uuid,
                    raw bytea, j json, jb jsonb, x xml, ints int[], grid text[][], r int4range, tr tstzrange,
                    mr int8multirange, m mood, p pair, pos positive, v tsvector, ip inet, net cidr, mac macaddr,
                    bits varbit, cash money, pt point, lsn pg_lsn, gone int, gen bigint GENERATED ALWAYS AS (id / 2) STORED,
                    "Odd ""name" text)""",
                "ALTER TABLE kinds DROP COLUMN gone",
                """
                INSERT INTO kinds VALUES (1, 'NaN', 'NaN', '-Infinity', 'infinity', '-infinity', 'infinity', '23:59:59.999',
                    '24:00:00-15:59', '-1 year -2 mons +3 days -04:05:06.789', E'tab\\there\\nnew\\rline\\\\back', '', ' x ',
                    true, '00000000-0000-0000-0000-000000000000', '\\x00ff5c0a09', '{"a":  1}', '{"a":"\\\\.\\u00e9"}',
                    '<a>&amp;</a>', '{1,NULL,-3}', '{{"a,b","NULL"},{"{}",NULL}}', '[1,5)', '[2020-01-01 00:00+09,infinity)',
                    '{[1,3),[5,8)}', 'a\\b', ROW('Infinity', E'q"\\t,'), 0.0001, 'a:1A fat:2B,4C', '::1/64',
                    '10.0.0.0/8', '08:00:2b:01:02:03', B'10101', '-$1,234.50', '(1e-300,-0)', '16/B374D848', DEFAULT, NULL)""",
                """
                INSERT INTO kinds (id, big, f8, d, ts, tstz, txt, "Odd ""name", m) VALUES
                    (2, '-0.000000000000000000000000000001', 5e-324, '0044-03-15 BC', '4713-01-01 00:00:00.000001 BC',
                     '0001-12-31 23:59:59.999999+05:30 BC', '', E'\\\\N', 'it''s fine'),
                    (-9223372036854775808, repeat('9', 400)::numeric, 0.1::float4, '5874897-12-31',
                     '294276-12-31 23:59:59.999999', '1900-01-01 00:00:00+00:19:32', repeat(E'\\u00e9\\\\.\\n', 100000), '\\.',
                     'sad')""",
                "INSERT INTO kinds (id) VALUES (3)");
        dialect = new PostgresDialect(SourceUnderTest.config(database, 20_000, "public.kinds"));
        dialect.ensurePublication();
        try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
            schema = dialect.readSchemas(view.ticket()).get(0);
            try (ViewSession session = dialect.importView(view.ticket(), List.of(schema))) {
                lines = SourceUnderTest.lines(session, schema, KeyRange.ALL);
            }
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @Test
    void everyValueComesBackEqual() throws Exception {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE twin (LIKE kinds INCLUDING ALL)");
            // Under other settings than the reader's: the text must not depend on them.
            statement.execute("SET datestyle = 'ISO, DMY'; SET timezone = 'Asia/Kolkata'");
            String columns = String.join(
                    ", ",
                    schema.columns().stream().map(c -> Relation.quote(c.name())).toList());
            long rows = connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(
                            "COPY twin (" + columns + ") FROM STDIN",
                            new StringReader(String.join("\n", lines) + "\n"));
            assertThat(rows).isEqualTo(4);
            try (ResultSet row = statement.executeQuery("""
                    SELECT count(*) FROM (SELECT kinds::text FROM kinds EXCEPT ALL SELECT twin::text FROM twin) d""")) {
                row.next();
                assertThat(row.getInt(1)).isZero();
            }
        }
    }

    @Test
    void emptyTextAndNullDifferAndControlBytesAreEscaped() {
        String first =
                lines.stream().filter(l -> l.startsWith("1\t")).findFirst().orElseThrow();
        assertThat(first)
                .contains("tab\\there\\nnew\\rline\\\\back\t\t x   \tt\t")
                .endsWith("\t\\N");
        String third =
                lines.stream().filter(l -> l.startsWith("3\t")).findFirst().orElseThrow();
        assertThat(third.split("\t", -1)).hasSize(schema.columns().size()).containsOnly("3", "\\N");
    }

    @Test
    void generatedAndDroppedColumnsAreNotCarried() {
        assertThat(schema.columns())
                .extracting(c -> c.name())
                .doesNotContain("gen", "gone")
                .contains("Odd \"name");
        assertThat(schema.keyNames()).containsExactly("id");
    }

    @Test
    void lookupPrintsTheSameLine() {
        try (RowLookup lookup = dialect.openLookup(dialect.identity().text())) {
            for (String id : List.of("1", "2", "3", "-9223372036854775808")) {
                byte[] line = lookup.find(schema, new Key(List.of(id)), 3).orElseThrow();
                assertThat(lines).contains(new String(line, StandardCharsets.UTF_8));
            }
            assertThat(lookup.find(schema, new Key(List.of("4")), 3)).isEmpty();
        }
    }

    @Test
    void lookupWaitsUntilTheTransactionIsOver() throws Exception {
        PostgresDialect hasty = new PostgresDialect(SourceUnderTest.config(database, 500, "public.kinds"));
        try (Connection writer = TestServer.open(database);
                Statement statement = writer.createStatement();
                RowLookup lookup = hasty.openLookup(hasty.identity().text())) {
            writer.setAutoCommit(false);
            statement.execute("INSERT INTO kinds (id) VALUES (77)");
            long xid;
            try (ResultSet row = statement.executeQuery("SELECT pg_current_xact_id()::xid::text::bigint")) {
                row.next();
                xid = row.getLong(1);
            }
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> lookup.find(schema, new Key(List.of("77")), xid))
                    .hasMessageContaining("not visible");
            writer.commit();
            assertThat(lookup.find(schema, new Key(List.of("77")), xid)).isPresent();
            statement.execute("DELETE FROM kinds WHERE id = 77");
            writer.commit();
        }
    }
}

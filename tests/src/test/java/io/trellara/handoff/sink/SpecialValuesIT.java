package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

/** Values that conversions spoil pass untouched on every way into the target. */
final class SpecialValuesIT {
    private static final RelationSchema VALUES = schema(
            "values",
            key("id", "bigint", KeyOrder.INTEGER),
            column("n", "numeric"),
            column("f", "double precision"),
            column("r", "real"),
            column("d", "date"),
            column("ts", "timestamp without time zone"),
            column("tz", "timestamp with time zone"),
            column("tt", "time with time zone"),
            column("iv", "interval"),
            column("b", "bytea"),
            column("j", "jsonb"),
            column("t", "text"),
            column("c", "character(5)"),
            column("a", "integer[]"),
            column("ta", "text[]"),
            column("rg", "int4range"),
            column("m", "public.mood"),
            column("em", "public.email"),
            column("pt", "public.pair"),
            column("tv", "tsvector"));

    private static final String COLUMNS = """
            (id bigint PRIMARY KEY, n numeric, f double precision, r real, d date, ts timestamp, tz timestamptz,
             tt timetz, iv interval, b bytea, j jsonb, t text, c character(5), a integer[], ta text[], rg int4range,
             m mood, em email, pt pair, tv tsvector)""";

    private static final String ROWS = """
            INSERT INTO origin VALUES
            (1, 'NaN', 'Infinity', '-Infinity', 'infinity', '-infinity', 'infinity', '24:00:00+15:59',
             '-178000000 years 1 mon -3 days 04:05:06.789', '\\x00ff5c0a', '{"k": [1, "\\t"]}',
             E'tab\\tnl\\ncr\\r\\\\ \\b\\f\\v \\\\N "q" ''s'' \u20ac \uD83D\uDE00', 'ab', '[0:1][2:3]={{1,2},{3,NULL}}',
             ARRAY['a,b', NULL, 'NULL', '', E'\\\\'], '[1,)', 'sad', 'A@b.c', ROW(1, E'x,"y\\\\'), 'a:1 b:2A'),
            (2, '-Infinity', 'NaN', '-0', '4713-01-01 BC', '294276-12-31 23:59:59.999999', '4713-01-01 00:00:00+00 BC',
             '00:00:00.000001-08', '00:00:00', '', 'null', '', '', '{}', '{}', 'empty', 'happy', 'x@y', ROW(NULL, ''), ''),
            (3, 1e-20, 5e-324, 1e-45, '0001-01-01', '1900-01-01', '2021-03-28 01:30:00+00', '12:00:00+00',
             '1 day', repeat('x', 9000)::bytea, to_jsonb(repeat('y', 9000)), '\\N', NULL, NULL, '{{a},{b}}', NULL,
             NULL, NULL, NULL, NULL),
            (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             NULL, NULL)""";

    private static TestServer server;
    private SinkOnTarget target;

    /** How rows reach the table. */
    enum Way {
        COPIED,
        REPLACED,
        BATCHED,
        STAGED
    }

    @BeforeAll
    static void startServer() {
        server = Servers.target(PostgresVersion.V17);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        target = new SinkOnTarget(
                server,
                "CREATE TYPE mood AS ENUM ('sad', 'happy')",
                "CREATE TYPE pair AS (x int, y text)",
                "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE DOMAIN email AS text COLLATE nocase CHECK (VALUE LIKE '%@%')",
                "CREATE TABLE origin " + COLUMNS,
                "CREATE TABLE values " + COLUMNS,
                ROWS);
    }

    @AfterEach
    void close() {
        target.close();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void passUntouched(Way way) throws SQLException, IOException {
        long generation = target.control().raiseGeneration();
        HandoffSinkWriter writer = target.writer();
        List<String> lines = lines();
        switch (way) {
            case COPIED -> write(writer, copy(VALUES, generation, 1, lines.toArray(String[]::new)));
            case REPLACED -> write(writer, copy(VALUES, generation, 2, lines.toArray(String[]::new)));
            case BATCHED, STAGED -> {
                TestBlocks changes = TestBlocks.of(VALUES);
                int ordinal = 0;
                for (String line : lines) {
                    changes.change(ordinal % 2 == 0 ? ChangeOp.INSERT : ChangeOp.UPDATE, 200, ordinal++, line);
                }
                for (int i = 0; way == Way.STAGED && i < 100; i++) {
                    changes.change(ChangeOp.DELETE, 200, ordinal++, "" + (1000 + i));
                }
                write(writer, changes.block(generation, 0));
            }
        }
        writer.flush(false);
        assertThat(target.rows("SELECT count(*) FROM values")).containsExactly("4");
        assertThat(target.rows(differing())).isEmpty();
    }

    /** Rows that are not the same in every byte. */
    private static String differing() {
        return "SELECT o.id FROM origin o JOIN values v USING (id) WHERE NOT record_image_eq(o, v)";
    }

    private List<String> lines() throws SQLException, IOException {
        try (Connection connection = TestServer.open(target.database);
                Statement settings = connection.createStatement()) {
            settings.execute("SET TimeZone = 'UTC'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 3;"
                    + " SET bytea_output = 'hex'");
            StringWriter text = new StringWriter();
            connection.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY origin TO STDOUT", text);
            return List.of(text.toString().split("\n", -1)).subList(0, 4);
        }
    }
}

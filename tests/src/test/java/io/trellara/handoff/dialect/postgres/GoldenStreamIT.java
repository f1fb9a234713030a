package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Makes the recorded bytes that {@code PgOutputGoldenTest} decodes, and checks that servers still speak like them. With
 * {@code -Dhandoff.golden=write} it writes the files anew.
 */
class GoldenStreamIT {
    private static final Path FOLDER = Path.of("..", "flink-source", "src", "test", "resources", "pgoutput");

    private static final List<String> SETUP = List.of(
            "CREATE TYPE mood AS ENUM ('sad', 'ok')",
            "CREATE TABLE goods (id bigint PRIMARY KEY, name text, mood mood, price numeric, big text,"
                    + " twice numeric GENERATED ALWAYS AS (price * 2) STORED)",
            "ALTER TABLE goods ALTER big SET STORAGE EXTERNAL",
            "CREATE TABLE notes (id int PRIMARY KEY, v text)",
            "ALTER TABLE notes REPLICA IDENTITY FULL",
            "CREATE TABLE ignored (id int PRIMARY KEY)",
            "CREATE TABLE parts (a int, b text, PRIMARY KEY (a)) PARTITION BY RANGE (a)",
            "CREATE TABLE parts_low (b text, a int NOT NULL)",
            "ALTER TABLE parts ATTACH PARTITION parts_low FOR VALUES FROM (0) TO (10)",
            "CREATE PUBLICATION golden FOR ALL TABLES WITH (publish_via_partition_root = true)",
            "SELECT pg_create_logical_replication_slot('golden', 'pgoutput')");

    private static final List<String> WORK = List.of(
            "INSERT INTO goods VALUES (1, 'Ä\t', 'ok', 'NaN', repeat('x', 2100))",
            "UPDATE goods SET name = NULL",
            "UPDATE goods SET id = 2, name = ''",
            "BEGIN; INSERT INTO notes VALUES (1, 'a'); SAVEPOINT s; INSERT INTO notes VALUES (2, 'b');"
                    + " ROLLBACK TO s; UPDATE notes SET v = NULL; DELETE FROM notes; COMMIT",
            "DELETE FROM goods",
            "INSERT INTO ignored VALUES (1)",
            "INSERT INTO parts VALUES (1, 'p')",
            "SELECT pg_logical_emit_message(true, 'golden', 'hello')",
            "SELECT pg_replication_origin_create('elsewhere');"
                    + " SELECT pg_replication_origin_session_setup('elsewhere');"
                    + " BEGIN; SELECT pg_replication_origin_xact_setup('0/1234', '2026-01-01');"
                    + " INSERT INTO notes VALUES (3, 'o'); COMMIT; SELECT pg_replication_origin_session_reset();"
                    + " SELECT pg_replication_origin_drop('elsewhere')",
            "TRUNCATE goods, notes RESTART IDENTITY CASCADE");

    @ParameterizedTest
    @EnumSource(PostgresVersion.class)
    void serversSpeakAsRecorded(PostgresVersion version) throws SQLException, IOException {
        try (TestServer server = Servers.source(version)) {
            ConnectionConfig database = server.newDatabase("golden");
            TestServer.execute(database, SETUP.toArray(String[]::new));
            TestServer.execute(database, WORK.toArray(String[]::new));
            List<String> lines = recording(database);
            Path file = FOLDER.resolve("pg" + version.major() + ".txt");
            if (System.getProperty("handoff.golden", "").equals("write")) {
                Files.createDirectories(FOLDER);
                Files.write(file, lines);
            }

            assertThat(types(lines)).isEqualTo(types(Files.readAllLines(file)));
        }
    }

    private static List<String> recording(ConnectionConfig database) throws SQLException {
        try (Connection session = TestServer.open(database);
                Statement statement = session.createStatement()) {
            List<String> lines = new ArrayList<>();
            lines.add("# pgoutput messages of PostgreSQL "
                    + session.getMetaData().getDatabaseProductVersion() + ", proto_version 1");
            lines.add("# written by GoldenStreamIT, whose statements made them; one message a line, in hex");
            for (String relation : List.of("goods", "notes", "parts")) {
                lines.add("relation " + one(statement, oidAndColumns(relation)));
            }
            try (ResultSet rows = statement.executeQuery(
                    "SELECT encode(data, 'hex') FROM pg_logical_slot_peek_binary_changes('golden', NULL, NULL,"
                            + " 'proto_version', '1', 'publication_names', 'golden', 'messages', 'true')")) {
                while (rows.next()) {
                    lines.add(rows.getString(1));
                }
            }
            return lines;
        }
    }

    private static String oidAndColumns(String relation) {
        return "SELECT format('%s %s', a.attrelid::regclass::oid, a.attrelid::regclass) || string_agg("
                + "format(' %s:%s', attname, atttypid), '' ORDER BY attnum) FROM pg_attribute a"
                + " WHERE attrelid = '" + relation + "'::regclass AND attnum > 0 AND attgenerated = ''"
                + " GROUP BY attrelid";
    }

    private static String one(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The messages' type bytes, in order. */
    private static String types(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("relation"))
                .map(line -> String.valueOf((char) Integer.parseInt(line.substring(0, 2), 16)))
                .collect(Collectors.joining());
    }
}

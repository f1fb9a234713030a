package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.io.IOException;
import java.io.StringWriter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a real server's stream says, and in what words it is handed out. */
class ChangeStreamContentIT {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    private static ReceivedChanges received(StreamUnderTest source, int changes) throws SQLException {
        try (ChangeStream stream = source.open()) {
            return new ReceivedChanges().until(stream, changes).untilIdle(stream, source.logEnd());
        }
    }

    @Test
    void everyOperationUnderAKeyIdentity() throws SQLException {
        StreamUnderTest source =
                StreamUnderTest.create(server, List.of("CREATE TABLE t (id int PRIMARY KEY, v text)"), "public.t");
        source.run(
                "INSERT INTO t VALUES (1, 'a'), (2, NULL), (3, '')",
                "UPDATE t SET v = 'b' WHERE id = 1",
                "UPDATE t SET id = 20 WHERE id = 2",
                "DELETE FROM t WHERE id = 3",
                "TRUNCATE t RESTART IDENTITY");

        ReceivedChanges received = received(source, 7);

        assertThat(received.lines)
                .containsExactly(
                        "insert t 1|a",
                        "insert t 2|~",
                        "insert t 3|",
                        "update t 1|b",
                        "update t key 2|~ to 20|~",
                        "delete t key 3|~",
                        "truncate [t] restart");
        assertThat(received.commits).hasSize(5).isSortedAccordingTo(Long::compareUnsigned);
        assertThat(received.xids).doesNotHaveDuplicates();
        assertThat(Instant.ofEpochMilli(received.commitMicros.get(0) / 1_000))
                .isBetween(Instant.now().minusSeconds(60), Instant.now());
    }

    @Test
    void wholeOldRowsUnderFullIdentity() throws SQLException {
        StreamUnderTest source = StreamUnderTest.create(
                server,
                List.of("CREATE TABLE t (id int PRIMARY KEY, v text)", "ALTER TABLE t REPLICA IDENTITY FULL"),
                "public.t");
        source.run("INSERT INTO t VALUES (1, 'a')", "UPDATE t SET v = 'b'", "UPDATE t SET id = 2", "DELETE FROM t");

        assertThat(received(source, 4).lines)
                .containsExactly(
                        "insert t 1|a", "update t old 1|a to 1|b", "update t old 1|b to 2|b", "delete t old 2|b");
    }

    @ParameterizedTest
    @EnumSource(PostgresVersion.class)
    void largeKeyOfAChangedRowIsHandedOut(PostgresVersion version) throws SQLException {
        try (TestServer here = Servers.source(version)) {
            StreamUnderTest source = StreamUnderTest.create(
                    here,
                    List.of(
                            "CREATE TABLE t (a int, k text, v int, big text, PRIMARY KEY (k, a))",
                            "ALTER TABLE t ALTER k SET STORAGE EXTERNAL",
                            "ALTER TABLE t ALTER big SET STORAGE EXTERNAL"),
                    "public.t");
            source.run(
                    "INSERT INTO t VALUES (1, repeat('k', 2500), 1, repeat('x', 9000))",
                    "UPDATE t SET v = 2",
                    "UPDATE t SET a = 2",
                    "UPDATE t SET k = repeat('l', 2501)",
                    "DELETE FROM t");

            assertThat(received(source, 5).lines)
                    .containsExactly(
                            "insert t 1|<2500>|1|<9000>",
                            "update t key 1|<2500>|~|~ to 1|<2500>|2|^",
                            "update t key 1|<2500>|~|~ to 2|<2500>|2|^",
                            "update t key 2|<2500>|~|~ to 2|<2501>|2|^",
                            "delete t key 2|<2501>|~|~");
        }
    }

    @Test
    void unchangedLargeValuesAreLeftOutAlsoWhenTheKeyMoves() throws SQLException {
        StreamUnderTest source = StreamUnderTest.create(
                server,
                List.of(
                        "CREATE TABLE t (id int PRIMARY KEY, v int, big text)",
                        "ALTER TABLE t ALTER big SET STORAGE EXTERNAL",
                        "CREATE TABLE f (id int PRIMARY KEY, v int, big text)",
                        "ALTER TABLE f ALTER big SET STORAGE EXTERNAL",
                        "ALTER TABLE f REPLICA IDENTITY FULL"),
                "public.t",
                "public.f");
        for (String table : List.of("t", "f")) {
            source.run(
                    "INSERT INTO " + table + " VALUES (1, 1, repeat('x', 9000))",
                    "UPDATE " + table + " SET v = 2",
                    "UPDATE " + table + " SET id = 2",
                    "UPDATE " + table + " SET big = repeat('y', 9001)");
        }

        assertThat(received(source, 8).lines)
                .containsExactly(
                        "insert t 1|1|<9000>",
                        "update t 1|2|^",
                        "update t key 1|~|~ to 2|2|^",
                        "update t 2|2|<9001>",
                        "insert f 1|1|<9000>",
                        "update f old 1|1|<9000> to 1|2|^",
                        "update f old 1|2|<9000> to 2|2|^",
                        "update f old 2|2|<9000> to 2|2|<9001>");
    }

    @Test
    void whatWasRolledBackIsNotHandedOut() throws SQLException {
        StreamUnderTest source =
                StreamUnderTest.create(server, List.of("CREATE TABLE t (id int PRIMARY KEY)"), "public.t");
        source.transaction("INSERT INTO t VALUES (1)")
                .run("BEGIN; INSERT INTO t VALUES (2); ROLLBACK")
                .transaction(
                        "INSERT INTO t VALUES (3)",
                        "SAVEPOINT a",
                        "INSERT INTO t VALUES (4)",
                        "SAVEPOINT b",
                        "INSERT INTO t VALUES (5)",
                        "RELEASE SAVEPOINT b",
                        "ROLLBACK TO SAVEPOINT a",
                        "INSERT INTO t VALUES (6)");

        ReceivedChanges received = received(source, 3);

        assertThat(received.lines).containsExactly("insert t 1", "insert t 3", "insert t 6");
        assertThat(received.commits).hasSize(2);
    }

    @Test
    void everyTypeComesAsTheTextThatCopyPrints() throws SQLException {
        StreamUnderTest source = StreamUnderTest.create(
                server,
                List.of(
                        "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                        "CREATE DOMAIN positive AS int CHECK (value > 0)",
                        "CREATE TYPE pair AS (a int, b text)",
                        """
                        CREATE TABLE t (id bigint PRIMARY KEY, b boolean, i2 smallint, n numeric, f4 real, f8 double precision,
                          d date, ts timestamp, tz timestamptz, tm time, ttz timetz, iv interval, u uuid, by bytea, j jsonb,
                          js json, a int[], aa text[][], r int4range, m mood, p positive, c pair, ip inet, bit bit(3),
                          ch char(4), tv tsvector, x xml, mo oid, g int GENERATED ALWAYS AS (i2 * 2) STORED)"""),
                "public.t");
        source.run("""
                INSERT INTO t VALUES (9223372036854775807, true, -32768, 'NaN', 0.1, 1e300, 'infinity', '0044-03-15 12:00 BC',
                  '2000-01-01 12:00:00.5+02', '23:59:59.999999', '12:00+02', '-1 mon +2 days 03:00', '00000000-0000-0000-0000-00000000000a',
                  E'\\\\x00ff5c', '{"b": 1, "a": [null]}', '{ "k":1 }', '{1,NULL,3}', '{{"a b",c},{"\\"",NULL}}', '[1,5)', 'ok', 7,
                  '(1,"x, y")', '10.0.0.1/8', '101', 'ab', 'a fat cat', '<a/>', 4294967295)""");

        String copied;
        try (java.sql.Connection session = source.sessions.open(PostgresSessions.READER)) {
            StringWriter out = new StringWriter();
            String columns = String.join(
                    ", ",
                    source.contract.get(0).columns().stream()
                            .map(column -> column.name())
                            .toList());
            session.unwrap(org.postgresql.PGConnection.class)
                    .getCopyAPI()
                    .copyOut("COPY public.t (" + columns + ") TO STDOUT (DELIMITER '|', NULL '~')", out);
            copied = out.toString().strip();
        } catch (IOException e) {
            throw new AssertionError(e);
        }

        assertThat(received(source, 1).lines).containsExactly("insert t " + copied.replace("\\\\", "\\"));
        assertThat(copied).contains("2000-01-01 10:00:00.5+00").doesNotContain("-65536");
    }

    @Test
    void changesOfPartitionsComeUnderTheirRoot() throws SQLException {
        StreamUnderTest source = StreamUnderTest.create(
                server,
                List.of(
                        "CREATE TABLE p (id int PRIMARY KEY, v text) PARTITION BY RANGE (id)",
                        "CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (10)",
                        // another column order than the root's
                        "CREATE TABLE p2 (v text, id int NOT NULL)",
                        "ALTER TABLE p ATTACH PARTITION p2 FOR VALUES FROM (10) TO (20)"),
                "public.p");
        source.run("INSERT INTO p VALUES (1, 'a'), (11, 'b')", "UPDATE p SET id = 12 WHERE id = 1", "DELETE FROM p2");

        assertThat(received(source, 6).lines)
                .containsExactlyInAnyOrder(
                        "insert p 1|a",
                        "insert p 11|b",
                        "delete p key 1|~",
                        "insert p 12|a",
                        "delete p key 11|~",
                        "delete p key 12|~");
    }

    @Test
    void relationsThatTheRunDoesNotCopyArePassedOver() throws SQLException {
        StreamUnderTest source = StreamUnderTest.create(
                server,
                List.of("CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE other (id int PRIMARY KEY, secret text)"),
                "public.t");
        source.transaction("INSERT INTO other VALUES (1, 'x')", "INSERT INTO t VALUES (1)", "DELETE FROM other")
                .run("TRUNCATE other, t CASCADE", "INSERT INTO t VALUES (2)");

        assertThat(received(source, 3).lines).containsExactly("insert t 1", "truncate [t] cascade", "insert t 2");
    }

    @Test
    void aPreparedTransactionComesWhenItIsCommitted() throws SQLException {
        StreamUnderTest source =
                StreamUnderTest.create(server, List.of("CREATE TABLE t (id int PRIMARY KEY)"), "public.t");
        source.run(
                "BEGIN; INSERT INTO t VALUES (1); PREPARE TRANSACTION 'one'",
                "INSERT INTO t VALUES (2)",
                "COMMIT PREPARED 'one'");

        assertThat(received(source, 2).lines).containsExactly("insert t 2", "insert t 1");
    }

    @Test
    void aColumnAddedInMidStreamHalts() throws SQLException {
        StreamUnderTest source =
                StreamUnderTest.create(server, List.of("CREATE TABLE t (id int PRIMARY KEY)"), "public.t");
        source.run("INSERT INTO t VALUES (1)", "ALTER TABLE t ADD extra int", "INSERT INTO t VALUES (2, 2)");

        assertThatThrownBy(() -> received(source, 2))
                .hasMessageContaining("SCHEMA_CHANGED: relation public.t: observed new column extra");
    }

    @Test
    void aTableRenamedInMidStreamHalts() throws SQLException {
        StreamUnderTest source = StreamUnderTest.create(
                server,
                List.of("CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE swap (id int PRIMARY KEY)"),
                "public.t");
        try (ChangeStream stream = source.open()) {
            source.run(
                    "INSERT INTO t VALUES (1)",
                    "BEGIN; ALTER TABLE t RENAME TO old; ALTER TABLE swap RENAME TO t; COMMIT",
                    "INSERT INTO t VALUES (2)");

            assertThatThrownBy(() -> new ReceivedChanges().until(stream, 2))
                    .hasMessageContaining("SCHEMA_CHANGED: relation public.t: observed another table under this name");
        }
    }
}

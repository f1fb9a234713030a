package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.mark;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sink does to rows. Sets of changes come in two sizes: row by row, and staged. */
final class HandoffSinkWriterIT {
    private static final RelationSchema ITEMS =
            schema("items", key("id", "bigint", KeyOrder.INTEGER), column("name", "text"), column("body", "text"));

    private static TestServer server;
    private SinkOnTarget target;
    private HandoffSinkWriter writer;
    private long generation;

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
        target = new SinkOnTarget(server, "CREATE TABLE items (id bigint PRIMARY KEY, name text, body text)");
        generation = target.control().raiseGeneration();
        writer = target.writer();
    }

    @AfterEach
    void close() {
        target.close();
    }

    @Test
    void copiesRowsAndCountsThem() throws SQLException {
        write(
                writer,
                copy(ITEMS, generation, 1, "1\ta\tx", "2\t\\N\ttab\\there"),
                copy(ITEMS, generation, 1, "3\tc\tz"));
        assertThat(target.rows("SELECT count(*) FROM items")).containsExactly("0");
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items ORDER BY id")).containsExactly("1|a|x", "2|~|tab\there", "3|c|z");
        ChunkAttempt attempt = new ChunkAttempt(new ChunkId(ITEMS.relation(), 0), 1);
        assertThat(target.control().applied(List.of(attempt, new ChunkAttempt(attempt.chunk(), 2))))
                .containsExactly(Map.entry(attempt, 3L));
    }

    @Test
    void endsACopyThatIsIdle() throws Exception {
        write(writer, copy(ITEMS, generation, 1, "1\ta\tx"));
        target.time.advance(499);
        assertThat(target.rows("SELECT count(*) FROM items")).containsExactly("0");
        target.time.advance(1);
        assertThat(target.rows("SELECT count(*) FROM items")).containsExactly("1");
    }

    @Test
    void replacesRowsOfARetriedChunk() throws SQLException {
        write(writer, copy(ITEMS, generation, 1, "1\told\tx", "2\told\tx"));
        writer.flush(false);
        write(writer, copy(ITEMS, generation, 2, "2\tnew\ty", "3\tnew\ty"));
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items ORDER BY id")).containsExactly("1|old|x", "2|new|y", "3|new|y");
    }

    @Test
    void theLaterOfTwoReplacingAttemptsWins() throws SQLException {
        write(writer, copy(ITEMS, generation, 2, "1\told\tx", "2\told\tx"));
        write(writer, copy(ITEMS, generation, 3, "2\tnew\ty", "3\tnew\ty"));
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items ORDER BY id")).containsExactly("1|old|x", "2|new|y", "3|new|y");
        assertThat(target.rows("SELECT attempt, rows FROM trellara.sink_applied ORDER BY attempt"))
                .containsExactly("2|2", "3|2");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void rowsOfAnAttemptThatWasGivenUpComeTooLate(int givenUp) throws SQLException {
        write(writer, copy(ITEMS, generation, 3, "1\tnew\ty"));
        write(writer, copy(ITEMS, generation, givenUp, "1\told\tx", "2\told\tx"));
        write(writer, copy(ITEMS, generation, 3, "2\tnew\ty"));
        writer.flush(false);
        write(writer, copy(ITEMS, generation, givenUp, "2\told\tx"));
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items ORDER BY id")).containsExactly("1|new|y", "2|new|y");
    }

    @Test
    void copiesTwoRelationsSideBySide() throws SQLException {
        TestServer.execute(target.database, "CREATE TABLE others (LIKE items INCLUDING ALL)");
        RelationSchema others = schema("others", ITEMS.columns().toArray(Column[]::new));
        for (int i = 0; i < 10; i++) {
            write(writer, copy(ITEMS, generation, 1, i + "\ta\tx"), copy(others, generation, 2, i + "\tb\ty"));
        }
        writer.flush(false);
        assertThat(target.rows("SELECT (SELECT count(*) FROM items), (SELECT count(*) FROM others)"))
                .containsExactly("10|10");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void appliesEveryKindOfChange(int times) throws SQLException {
        for (int i = 0; i < times; i++) {
            TestServer.execute(
                    target.database,
                    "INSERT INTO items SELECT 10 * " + i + " + n, 'old', 'big' FROM generate_series(1, 4) n");
        }
        TestBlocks changes = TestBlocks.of(ITEMS);
        for (int i = 0; i < times; i++) {
            int base = 10 * i;
            changes.change(ChangeOp.DELETE, 200, 6 * i, "" + (base + 1))
                    .change(ChangeOp.UPDATE, 200, 6 * i + 1, (base + 2) + "\tnew\\\\\tx")
                    .change(ChangeOp.PARTIAL_UPDATE, 200, 6 * i + 2, (base + 3) + "\tnew\t\0")
                    .change(ChangeOp.PARTIAL_UPDATE, 200, 6 * i + 3, (base + 5) + "\tghost\t\0")
                    .change(ChangeOp.INSERT, 200, 6 * i + 4, (base + 6) + "\tnew\t\\N")
                    .change(ChangeOp.UPDATE, 200, 6 * i + 5, (base + 7) + "\tmissing\tx");
        }
        write(writer, changes.block(generation, 3));
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items WHERE id < 10 ORDER BY id"))
                .containsExactly("2|new\\|x", "3|new|big", "4|old|big", "6|new|~", "7|missing|x");
        assertThat(target.rows("SELECT count(*), count(DISTINCT id % 10) FROM items"))
                .containsExactly(5 * times + "|5");
        assertThat(target.rows("SELECT lane, position, ordinal FROM trellara.sink_ledger"))
                .containsExactly("3|0/C8|" + (6 * times - 1));
    }

    @Test
    void flushesChangesAfterTheLinger() throws Exception {
        write(
                writer,
                TestBlocks.of(ITEMS).change(ChangeOp.INSERT, 200, 0, "1\ta\tx").block(generation, 0));
        target.time.advance(19);
        assertThat(target.rows("SELECT * FROM items")).isEmpty();
        target.time.advance(1);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|a|x");
    }

    @Test
    void marksMoveTheLedgerOfEveryLane() throws SQLException {
        write(writer, mark(generation, 0, 300), mark(generation, 1, 200), mark(generation, 1, 100));
        assertThat(target.control().ledger()).isEmpty();
        writer.flush(false);
        assertThat(target.control().ledger()).contains(new Lsn(200));
        assertThat(target.rows("SELECT lane, ordinal FROM trellara.sink_ledger ORDER BY lane"))
                .containsExactly("0|-1", "1|-1");
    }

    @Test
    void truncatesAloneAndOnce() throws SQLException {
        write(
                writer,
                TestBlocks.of(ITEMS).change(ChangeOp.INSERT, 200, 0, "1\ta\tx").block(generation, 0));
        var truncate =
                TestBlocks.of(ITEMS).change(ChangeOp.TRUNCATE, 210, 0, "").block(generation, 0);
        write(writer, truncate);
        assertThat(target.rows("SELECT * FROM items")).isEmpty();
        write(
                writer,
                TestBlocks.of(ITEMS).change(ChangeOp.INSERT, 220, 0, "2\ta\tx").block(generation, 0));
        write(writer, truncate);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("2|a|x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"items", "heirs"})
    void truncatesTablesThatAForeignKeyReferencesOneAfterTheOther(String referenced) throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE heirs (PRIMARY KEY (id)) INHERITS (items)",
                "CREATE TABLE lines (id bigint PRIMARY KEY REFERENCES " + referenced + ")",
                "INSERT INTO " + referenced + " VALUES (1, 'a', 'x')",
                "INSERT INTO lines VALUES (1)");
        RelationSchema lines = schema("lines", key("id", "bigint", KeyOrder.INTEGER));
        HandoffSinkWriter replica = writer(Constraints.REPLICA);
        var first = TestBlocks.of(ITEMS).change(ChangeOp.TRUNCATE, 210, 0, "").block(generation, 0);
        var second = TestBlocks.of(lines).change(ChangeOp.TRUNCATE, 210, 1, "").block(generation, 0);
        write(replica, first, second);
        assertThat(target.rows("SELECT (SELECT count(*) FROM items), (SELECT count(*) FROM lines)"))
                .containsExactly("0|0");
        write(
                replica,
                TestBlocks.of(ITEMS).change(ChangeOp.INSERT, 220, 0, "2\ta\tx").block(generation, 0));
        write(replica, first, second);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("2|a|x");
        assertThat(target.rows("SELECT position, ordinal FROM trellara.sink_ledger"))
                .containsExactly("0/DC|0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void equalNumericKeysAreOneRow(int rows) throws SQLException {
        TestServer.execute(target.database, "CREATE TABLE prices (price numeric PRIMARY KEY, note text)");
        RelationSchema prices = schema("prices", key("price", "numeric", KeyOrder.NUMERIC), column("note", "text"));
        TestBlocks changes = TestBlocks.of(prices);
        for (int i = 0; i < rows; i++) {
            changes.change(ChangeOp.INSERT, 200, 2 * i, i + ".0\ta")
                    .change(ChangeOp.UPDATE, 200, 2 * i + 1, i + ".00\tb");
        }
        write(writer, changes.block(generation, 0));
        writer.flush(false);
        assertThat(target.rows("SELECT count(*), min(price), min(note) FROM prices"))
                .containsExactly(rows + "|0.00|b");
    }

    @ParameterizedTest
    @EnumSource(
            value = Constraints.class,
            names = {"AS_IS", "DEFERRED"})
    void deferredConstraintsAreCheckedAtTheCommit(Constraints constraints) throws SQLException {
        TestServer.execute(
                target.database,
                "ALTER TABLE items ADD CONSTRAINT one_name UNIQUE (name) DEFERRABLE INITIALLY IMMEDIATE",
                "INSERT INTO items VALUES (1, 'a', 'x'), (2, 'b', 'x')");
        HandoffSinkWriter swapping = writer(constraints);
        write(
                swapping,
                TestBlocks.of(ITEMS)
                        .change(ChangeOp.UPDATE, 200, 0, "1\tb\tx")
                        .change(ChangeOp.UPDATE, 200, 1, "2\ta\tx")
                        .block(generation, 0));
        if (constraints == Constraints.DEFERRED) {
            swapping.flush(false);
            assertThat(target.rows("SELECT name FROM items ORDER BY id")).containsExactly("b", "a");
        } else {
            assertThatThrownBy(() -> swapping.flush(false)).hasMessageContaining("constraint one_name");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void rowsThatAreAllKeyAndIdentitiesAreUpserted(int rows) throws SQLException {
        TestServer.execute(
                target.database,
                "CREATE TABLE links (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)",
                "INSERT INTO links OVERRIDING SYSTEM VALUE VALUES (1)");
        RelationSchema links = schema("links", key("id", "bigint", KeyOrder.INTEGER));
        TestBlocks changes = TestBlocks.of(links);
        for (int i = 0; i < rows; i++) {
            changes.change(ChangeOp.UPDATE, 200, 2 * i, "" + (i + 1));
            changes.change(ChangeOp.INSERT, 200, 2 * i + 1, "" + (i + 1001));
        }
        write(writer, copy(links, generation, 1, "5001"), copy(links, generation, 2, "5001", "5002"));
        write(writer, changes.block(generation, 0));
        writer.flush(false);
        assertThat(target.rows("SELECT count(*), max(id) FROM links")).containsExactly((2 * rows + 2) + "|5002");
    }

    private HandoffSinkWriter writer(Constraints constraints) {
        SinkConfig config = new SinkConfig(
                target.config.run(),
                DatabaseKind.POSTGRESQL,
                target.database,
                Existing.REFUSE,
                true,
                SinkConfig.Flush.DEFAULT,
                constraints);
        return target.writer(config, WriterRules.of(config.run()));
    }
}

package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the sink does to rows. Sets of changes come in two sizes: row by row, and staged. */
final class HandoffSinkWriterIT implements SinkWriterLaw {
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

    @Override
    public SinkOnTarget target() {
        return target;
    }

    @Override
    public HandoffSinkWriter writer() {
        return writer;
    }

    @Override
    public long generation() {
        return generation;
    }

    /** Cells are MySQL's, rows are PostgreSQL's; two relations side by side, which COPY takes one after the other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 200})
    void takesRowsOfAMysqlSource(int times) throws SQLException {
        RelationSchema things = schema(
                "things",
                key("id", "bigint unsigned", KeyOrder.INTEGER),
                column("raw", "varbinary(20)"),
                column("at", "timestamp(3)"),
                column("bits", "bit(3)"));
        RelationSchema more = schema("more", things.columns().toArray(Column[]::new));
        SinkConfig fromMysql = new SinkConfig(
                target.config.run(),
                DatabaseKind.MYSQL,
                target.database,
                Existing.REFUSE,
                true,
                SinkConfig.Flush.DEFAULT,
                Constraints.AS_IS);
        JdbcTargetControl control = target.control(fromMysql);
        assertThat(control.check(List.of(things, more), true)).isEmpty();
        control.prepare(List.of(things, more));
        HandoffSinkWriter taking = target.writer(fromMysql, WriterRules.of(fromMysql.run()));
        String cells = "\t\\\\x00ff\t2026-11-30 10:00:00.125+00\t101";
        write(
                taking,
                copy(things, generation, 1, "18446744073709551615" + cells),
                copy(more, generation, 1, 7 + cells));
        TestBlocks changes = TestBlocks.of(things);
        for (int i = 0; i < times; i++) {
            changes.change(ChangeOp.INSERT, 200, 2 * i, i + cells)
                    .change(ChangeOp.DELETE, 200, 2 * i + 1, "" + (i + 900));
        }
        write(taking, changes.block(generation, 0));
        taking.flush(false);
        assertThat(
                        target.rows(
                                "SELECT max(id), count(*), min(raw::text), max(bits::text), min(at AT TIME ZONE 'UTC') FROM things"))
                .containsExactly("18446744073709551615|" + (times + 1) + "|\\x00ff|101|2026-11-30 10:00:00.125");
        assertThat(target.rows("SELECT id FROM more")).containsExactly("7");
        KeyRange rest = KeyRange.of(Optional.of(new Key(List.of("0"))), Optional.empty());
        assertThat(control.erase(things, List.of(rest), generation)).isEqualTo(times);
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

package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the sink does to rows of a MySQL target. */
final class MysqlSinkWriterIT implements SinkWriterLaw {
    private static MysqlTestServer server;
    private SinkOnTarget target;
    private HandoffSinkWriter writer;
    private long generation;

    @BeforeAll
    static void startServer() {
        server = MysqlTestServer.start(MysqlVersion.V9_7);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() throws SQLException {
        target = new SinkOnTarget(server);
        target.execute(target.createItems());
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

    /** Cells are PostgreSQL's, rows are MySQL's: created, copied, copied again, changed, in part too, and deleted. */
    @Test
    void takesRowsOfAPostgresSource() throws SQLException {
        RelationSchema things = schema(
                "things",
                key("id", "uuid", KeyOrder.UUID),
                column("ok", "boolean"),
                column("raw", "bytea"),
                column("big", "text"),
                column("at", "timestamp with time zone"));
        SinkConfig fromPostgres = new SinkConfig(
                target.config.run(),
                DatabaseKind.POSTGRESQL,
                target.database,
                Existing.REFUSE,
                true,
                SinkConfig.Flush.DEFAULT,
                Constraints.AS_IS);
        JdbcTargetControl control = target.control(fromPostgres);
        assertThat(control.check(List.of(things), true)).isEmpty();
        control.prepare(List.of(things));
        HandoffSinkWriter taking = target.writer(fromPostgres, WriterRules.of(fromPostgres.run()));
        String id = "00000000-0000-4000-8000-00000000000";
        write(
                taking,
                copy(
                        things,
                        generation,
                        1,
                        id + "1\tt\t\\\\x00ff\tv\\vf\\f\t2026-11-30 10:00:00.5+00",
                        id + "2\t\\N\t\\N\t\\N\t\\N",
                        id + "3\tf\t\\\\x\tgone\t\\N"));
        taking.flush(false);
        write(taking, copy(things, generation, 2, id + "2\tf\t\\\\x5c\tbig\t\\N"));
        write(
                taking,
                TestBlocks.of(things)
                        .change(ChangeOp.PARTIAL_UPDATE, 200, 0, id + "2\tt\t\\N\t\0\t2026-11-30 10:00:00+00")
                        .change(ChangeOp.DELETE, 200, 1, id + "3")
                        .block(generation, 0));
        taking.flush(false);
        assertThat(target.rows("SELECT right(id, 1), ok, hex(raw), hex(big), CAST(at AS CHAR) FROM things ORDER BY id"))
                .containsExactly(
                        "1|1|00FF|760B660C|2026-11-30 10:00:00.500000", "2|1|~|626967|2026-11-30 10:00:00.000000");
        KeyRange first = KeyRange.of(Optional.empty(), Optional.of(new Key(List.of(id + "1"))));
        assertThat(control.erase(things, List.of(first), generation)).isEqualTo(1);
        assertThat(target.rows("SELECT right(id, 1) FROM things")).containsExactly("2");
    }

    /** Keys that are equal at the server are one row, in the form of the later one. */
    @Test
    void aKeyThatChangesItsCaseOnlyIsWrittenAnew() throws SQLException {
        String type = "varchar(20) COLLATE utf8mb4_0900_ai_ci";
        target.execute("CREATE TABLE names (name " + type + " PRIMARY KEY, n int)");
        RelationSchema names = schema("names", key("name", type, KeyOrder.UNORDERED), column("n", "int"));
        write(writer, copy(names, generation, 1, "ada\t1", "Bob\t1", "c\t1"));
        writer.flush(false);
        write(
                writer,
                TestBlocks.of(names)
                        .change(ChangeOp.DELETE, 200, 0, "ada")
                        .change(ChangeOp.INSERT, 200, 1, "Ada\t2")
                        .change(ChangeOp.UPDATE, 200, 2, "BOB\t2")
                        .change(ChangeOp.DELETE, 200, 3, "C")
                        .block(generation, 0));
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM names ORDER BY name")).containsExactly("Ada|2", "BOB|2");
    }

    @Test
    void keysOfEveryTypeAreFoundAgain() throws SQLException {
        Map<String, String> cells = Map.ofEntries(
                Map.entry("bigint unsigned", "18446744073709551615"),
                Map.entry("decimal(30,10)", "12345678901234567890.0123456789"),
                Map.entry("float", "0.1"),
                Map.entry("double", "0.1"),
                Map.entry("bit(64)", "10".repeat(32)),
                Map.entry("date", "2026-11-30"),
                Map.entry("datetime(6)", "2026-11-30 10:00:00.000001"),
                Map.entry("timestamp(6)", "2026-11-30 10:00:00.000001+00"),
                Map.entry("time(6)", "-838:59:58.999999"),
                Map.entry("year", "2026"),
                Map.entry("binary(3)", "\\\\x00ff00"),
                Map.entry("varchar(9) COLLATE latin1_swedish_ci", "\u00e4\u20ac'"),
                Map.entry("varchar(9) COLLATE utf8mb4_0900_bin", "a\\\\b "),
                Map.entry("enum('a','b') COLLATE utf8mb4_bin", "b"),
                Map.entry("set('a','b') COLLATE utf8mb4_bin", "a,b"));
        int number = 0;
        for (Map.Entry<String, String> cell : cells.entrySet()) {
            String table = "k" + number++;
            target.execute("CREATE TABLE " + table + " (k " + cell.getKey() + " PRIMARY KEY, n int)");
            RelationSchema keyed = schema(table, key("k", cell.getKey(), KeyOrder.UNORDERED), column("n", "int"));
            write(writer, copy(keyed, generation, 1, cell.getValue() + "\t1"));
            write(
                    writer,
                    TestBlocks.of(keyed)
                            .change(ChangeOp.PARTIAL_UPDATE, 200 + number, 0, cell.getValue() + "\t2")
                            .block(generation, 0));
            writer.flush(false);
            assertThat(target.rows("SELECT n FROM " + table)).as(cell.getKey()).containsExactly("2");
            write(
                    writer,
                    TestBlocks.of(keyed)
                            .change(ChangeOp.DELETE, 200 + number, 1, cell.getValue())
                            .block(generation, 0));
            writer.flush(false);
            assertThat(target.rows("SELECT n FROM " + table)).as(cell.getKey()).isEmpty();
        }
    }
}

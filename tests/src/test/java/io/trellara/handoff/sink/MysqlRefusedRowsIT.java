package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.key;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.coordinate.TargetControl.SinkHalt;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.ChangeOp;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.RelationSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A row that does not fit halts the run on every way into MySQL, and nothing is made to fit (R10). */
final class MysqlRefusedRowsIT {
    private static final String TEXT = "varchar(5) COLLATE utf8mb4_bin";
    private static final RelationSchema ITEMS = schema(
            "items",
            key("id", "bigint", KeyOrder.INTEGER),
            column("name", TEXT),
            column("n", "int"),
            column("d", "decimal(5,2)"),
            column("day", "date"));

    private static MysqlTestServer server;
    private SinkOnTarget target;
    private long generation;

    /** How rows reach the table. */
    enum Way {
        LOADED,
        INSERTED,
        REPLACED,
        CHANGED
    }

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
        target = new SinkOnTarget(
                server,
                "CREATE TABLE items (id bigint PRIMARY KEY, name " + TEXT + ", n int, d decimal(5,2), day date)");
        generation = target.control().raiseGeneration();
    }

    @AfterEach
    void close() throws SQLException {
        target.execute("SET GLOBAL local_infile = ON");
        target.close();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void rowsThatFitComeInOnEveryWay(Way way) throws SQLException {
        HandoffSinkWriter writer = send(way, "2\tab\t-7\t1.25\t2026-11-30");
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items ORDER BY id"))
                .containsExactly("1|a|1|1.00|2026-01-01", "2|ab|-7|1.25|2026-11-30");
    }

    @ParameterizedTest
    @CsvSource({
        "2\\tsecret\\t1\\t1.00\\t2026-01-01, column name",
        "2\\ta\\tsecret\\t1.00\\t2026-01-01, column n",
        "2\\ta\\t4000000000\\t1.00\\t2026-01-01, column n",
        "2\\ta\\t1\\t1000.00\\t2026-01-01, column d",
        "2\\ta\\t1\\t1.005\\t2026-01-01, column d",
        "2\\ta\\t1\\t1.00\\t2026-13-01, column day"
    })
    void aValueThatDoesNotFitHaltsOnEveryWay(String line, String names) throws SQLException {
        for (Way way : Way.values()) {
            target.execute("DELETE FROM items");
            refused(way, line.replace("\\t", "\t"), names);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void nullInAColumnThatIsNoLongerNullableHalts(Way way) throws SQLException {
        HandoffSinkWriter early = target.writer();
        write(early, copy(ITEMS, generation, 1, "9\ta\t1\t1.00\t2026-01-01"));
        early.flush(false);
        target.execute("ALTER TABLE items MODIFY n int NOT NULL");
        refused(way, "2\ta\t\\N\t1.00\t2026-01-01", "column n");
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"LOADED", "INSERTED"})
    void aRowThatIsThereAlreadyHaltsAFirstAttempt(Way way) throws SQLException {
        target.execute("INSERT INTO items (id) VALUES (2)");
        refused(way, "2\ta\t1\t1.00\t2026-01-01", "index items.PRIMARY");
        assertThat(target.rows("SELECT id, name FROM items")).containsExactly("2|~");
    }

    /** LOAD DATA's own REPLACE would delete row 7 for row 2. */
    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"LOADED", "INSERTED"})
    void aDuplicateOnAnotherUniqueIndexHalts(Way way) throws SQLException {
        target.execute("ALTER TABLE items ADD UNIQUE one_n (n)", "INSERT INTO items (id, n) VALUES (7, 5)");
        refused(way, "2\ta\t5\t1.00\t2026-01-01", "index items.one_n");
        assertThat(target.rows("SELECT id FROM items")).containsExactly("7");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aCheckThatARowBreaksHalts(Way way) throws SQLException {
        target.execute("ALTER TABLE items ADD CONSTRAINT small CHECK (n < 5)");
        refused(way, "2\ta\t5\t1.00\t2026-01-01", "MySQL");
    }

    /** The twin: what the server does with the same data when nobody looks at what it tells. */
    @Test
    void withoutTheLookLoadedDataIsMadeToFit() throws SQLException {
        try (MysqlSession session = MysqlSession.open(target.config);
                Statement statement = session.connection().createStatement()) {
            String lines = "2\ttoo long\tsecret\t1000.00\t2026-13-01\n2\tb\t1\t1.00\t2026-01-01\n";
            session.send(
                    session.table(ITEMS).load(),
                    new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
                    statement);
            session.commit();
        }
        assertThat(target.rows("SELECT * FROM items")).containsExactly("2|too l|0|999.99|0000-00-00");
    }

    /** Whatever the URL says: a server may answer any statement with the request for a file of the client's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcpKeepAlive=true",
                "allowLoadLocalInfile=true",
                "allowLoadLocalInfileInPath=/",
                "allowUrlInLocalInfile=true"
            })
    void aServerGetsNoFile(String property, @TempDir Path folder) throws SQLException, IOException {
        Path file = Files.writeString(folder.resolve("own"), "1\n");
        ConnectionConfig given = new ConnectionConfig(
                target.database.url() + "&" + property, target.database.username(), target.database.password());
        assertThatThrownBy(() -> {
                    try (Connection session = MysqlOpening.open(given, "x");
                            Statement statement = session.createStatement()) {
                        statement.execute("LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE public.items (id)");
                    }
                })
                .isInstanceOf(SQLException.class);
        assertThat(target.rows("SELECT * FROM items")).isEmpty();
        SinkConfig config = target.config;
        HandoffSinkWriter writer = target.writer(
                new SinkConfig(
                        config.run(),
                        config.source(),
                        given,
                        config.existing(),
                        true,
                        config.flush(),
                        config.constraints()),
                WriterRules.of(config.run()));
        write(writer, copy(ITEMS, generation, 1, "1\ta\t1\t1.00\t2026-01-01"));
        writer.flush(false);
        assertThat(target.rows("SELECT id FROM items")).containsExactly("1");
    }

    @Test
    void aServerThatRestartsInMidFlushIsTransientAndLeavesNothing() throws SQLException {
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, generation, 1, "1\ta\t1\t1.00\t2026-01-01"));
        server.embedded().kill();
        server.embedded().startAgain();
        assertThatThrownBy(() -> writer.flush(false))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SINK_TRANSIENT));
        assertThat(target.rows("SELECT id FROM items")).isEmpty();
        assertThat(target.rows("SELECT chunk FROM trellara.sink_applied")).isEmpty();
        HandoffSinkWriter next = target.writer();
        write(next, copy(ITEMS, target.control().raiseGeneration(), 2, "1\ta\t1\t1.00\t2026-01-01"));
        next.flush(false);
        assertThat(target.rows("SELECT count(*) FROM items")).containsExactly("1");
    }

    /** 1205 and 1213 pass by themselves. */
    @Test
    void aLockThatIsNotGrantedIsTransient() throws SQLException {
        target.execute("INSERT INTO items (id) VALUES (2)", "SET GLOBAL innodb_lock_wait_timeout = 1");
        try (Connection other = target.open();
                Statement statement = other.createStatement();
                MysqlSession session = MysqlSession.open(target.config);
                Statement impatient = session.connection().createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT id FROM items FOR UPDATE");
            impatient.execute("SET SESSION innodb_lock_wait_timeout = 1");
            Throwable thrown = catchThrowable(() -> session.update(ITEMS, "DELETE FROM public.items"));
            assertThat(thrown).isInstanceOf(SQLException.class);
            assertThat(SinkFailure.isTransient((SQLException) thrown)).isTrue();
            other.rollback();
        }
    }

    @Test
    void aTableThatLostAColumnHaltsTheRun() throws SQLException {
        target.execute("ALTER TABLE items DROP COLUMN name");
        HandoffSinkWriter writer = target.writer();
        assertThatThrownBy(() -> write(writer, copy(ITEMS, generation, 1, "1\ta\t1\t1.00\t2026-01-01")))
                .isInstanceOf(SinkHaltException.class)
                .hasMessageContaining("TARGET_CHANGED: public.items: observed no column name");
    }

    /** One row that fits and one that does not, in one transaction. */
    private void refused(Way way, String line, String names) throws SQLException {
        long rows = target.rows("SELECT id FROM items").size();
        Throwable thrown = catchThrowable(() -> send(way, line).flush(false));
        assertThat(thrown)
                .as(way + " " + names)
                .isInstanceOf(SinkHaltException.class)
                .hasMessageContaining("HANDOFF-7001 SINK_WRITE_FAILED: public.items")
                .hasMessageContaining(names);
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain("secret");
        assertThat(target.rows("SELECT id FROM items")).hasSize((int) rows);
        assertThat(target.control().halts(0))
                .extracting(SinkHalt::reason)
                .last()
                .isEqualTo(thrown.getMessage());
    }

    private HandoffSinkWriter send(Way way, String line) throws SQLException {
        String before = "1\ta\t1\t1.00\t2026-01-01";
        target.execute("SET GLOBAL local_infile = " + (way == Way.LOADED ? "ON" : "OFF"));
        HandoffSinkWriter writer = target.writer();
        switch (way) {
            case LOADED, INSERTED -> write(writer, copy(ITEMS, generation, 1, before, line));
            case REPLACED -> write(writer, copy(ITEMS, generation, 2, before, line));
            case CHANGED ->
                write(
                        writer,
                        TestBlocks.of(ITEMS)
                                .change(ChangeOp.INSERT, 200, 0, before)
                                .change(ChangeOp.UPDATE, 200, 1, line)
                                .block(generation, 0));
        }
        return writer;
    }
}

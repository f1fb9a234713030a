package io.trellara.handoff.sink;

import static io.trellara.handoff.sink.SinkOnTarget.write;
import static io.trellara.handoff.sink.TestBlocks.column;
import static io.trellara.handoff.sink.TestBlocks.copy;
import static io.trellara.handoff.sink.TestBlocks.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.SinkConfig.Constraints;
import io.trellara.handoff.sink.SinkConfig.Existing;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the coordinator finds and does at a MySQL target. */
final class MysqlTargetControlIT {
    private static final String TEXT = "varchar(20) COLLATE utf8mb4_general_ci";
    private static final RelationSchema ITEMS =
            schema("items", TestBlocks.key("id", "bigint", KeyOrder.INTEGER), column("name", TEXT));

    private static MysqlTestServer server;
    private SinkOnTarget target;

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
    }

    @AfterEach
    void close() throws SQLException {
        target.execute("SET GLOBAL local_infile = ON, GLOBAL binlog_format = ROW, GLOBAL max_error_count = DEFAULT");
        target.close();
    }

    @Test
    void createsAMissingTableThatTheSinkCanUse() throws SQLException {
        target.execute("DROP DATABASE public");
        JdbcTargetControl control = new JdbcTargetControl(new SinkConfig(
                target.config.run(),
                DatabaseKind.MYSQL,
                SinkOnTarget.plain(server.embedded().connection("")),
                Existing.REFUSE,
                true,
                SinkConfig.Flush.DEFAULT,
                Constraints.AS_IS));
        assertThat(control.check(List.of(ITEMS), true)).isEmpty();
        control.prepare(List.of(ITEMS));
        control.prepare(List.of(ITEMS));
        assertThat(control.check(List.of(ITEMS), true)).isEmpty();
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, control.raiseGeneration(), 1, "1\ta"));
        writer.flush(false);
        assertThat(target.rows("SELECT * FROM items")).containsExactly("1|a");
        assertThat(control.check(List.of(ITEMS), false)).isEmpty();
        control.close();
    }

    @Test
    void findsEveryProblemAtOnce() throws SQLException {
        target.execute(
                "CREATE TABLE parents (id bigint PRIMARY KEY)",
                "CREATE TABLE items (id bigint PRIMARY KEY, name varchar(10) NOT NULL UNIQUE, must int NOT NULL,"
                        + " parent bigint, CONSTRAINT items_parent FOREIGN KEY (parent) REFERENCES parents (id))",
                "SET foreign_key_checks = 0",
                "INSERT INTO items (id, name, must) VALUES (1, 'a', 1)",
                "SET GLOBAL local_infile = OFF");
        List<Finding> findings = target.control(target.with(Existing.REFUSE, true, Constraints.DEFERRED))
                .check(List.of(ITEMS), true);
        assertThat(findings)
                .filteredOn(Finding::refuses)
                .extracting(Finding::observed)
                .containsExactlyInAnyOrder(
                        "deferred, and a MySQL target, which checks each row at once",
                        "column name of type varchar(10) COLLATE utf8mb4_0900_ai_ci",
                        "column name NOT NULL",
                        "column must NOT NULL without a default, which the source does not have",
                        "unique index name",
                        "foreign key items_parent",
                        "rows in the target table");
        assertThat(findings)
                .filteredOn(f -> !f.refuses())
                .extracting(Finding::observed)
                .containsExactly("local_infile OFF");
        assertThat(codes(target.control().check(List.of(ITEMS), false))).doesNotContain(ErrorCode.TARGET_NOT_EMPTY);
    }

    @Test
    void refusesEnginesWithoutTransactionsAndSettingsThatLoseWhatIsTold() throws SQLException {
        target.execute(
                "CREATE TABLE items (id bigint PRIMARY KEY, name " + TEXT + ") ENGINE = MyISAM",
                "SET GLOBAL binlog_format = STATEMENT, GLOBAL max_error_count = 0");
        assertThat(target.control().check(List.of(ITEMS), true))
                .extracting(Finding::observed)
                .containsExactly("max_error_count 0", "binlog_format STATEMENT", "a relation of kind engine MyISAM");
    }

    @Test
    void foreignKeysMayStayUnderReplica() throws SQLException {
        target.execute(
                "CREATE TABLE parents (id bigint PRIMARY KEY)",
                "CREATE TABLE items (id bigint PRIMARY KEY, name " + TEXT
                        + ", FOREIGN KEY (id) REFERENCES parents (id))");
        SinkConfig replica = target.with(Existing.REFUSE, true, Constraints.REPLICA);
        assertThat(codes(target.control().check(List.of(ITEMS), true))).containsExactly(ErrorCode.TARGET_CONSTRAINT);
        assertThat(target.control(replica).check(List.of(ITEMS), true)).isEmpty();
        HandoffSinkWriter writer = target.writer(replica, WriterRules.of(replica.run()));
        write(writer, copy(ITEMS, target.control().raiseGeneration(), 1, "1\torphan"));
        writer.flush(false);
        assertThat(target.rows("SELECT name FROM items")).containsExactly("orphan");
    }

    @Test
    void refusesTruncatesOrKeepsRowsThatAreThere() throws SQLException {
        target.execute(
                "CREATE TABLE items (id bigint PRIMARY KEY, name " + TEXT + ")", "INSERT INTO items VALUES (7, 'b')");
        JdbcTargetControl refusing = target.control();
        assertThatThrownBy(() -> refusing.prepare(List.of(ITEMS)))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TARGET_NOT_EMPTY));
        target.control(target.with(Existing.MERGE, true, Constraints.AS_IS)).prepare(List.of(ITEMS));
        assertThat(target.rows("SELECT id FROM items")).containsExactly("7");
        JdbcTargetControl truncating = target.control(target.with(Existing.TRUNCATE, true, Constraints.AS_IS));
        truncating.prepare(List.of(ITEMS));
        assertThat(target.rows("SELECT id FROM items")).isEmpty();
        HandoffSinkWriter writer = target.writer();
        write(writer, copy(ITEMS, truncating.raiseGeneration(), 1, "1\ta"));
        writer.flush(false);
        truncating.prepare(List.of(ITEMS));
        refusing.prepare(List.of(ITEMS));
        assertThat(target.rows("SELECT id FROM items")).containsExactly("1");
    }

    @Test
    void namesMissingPrivileges() throws SQLException {
        String user = "u" + Long.toHexString(System.nanoTime());
        target.execute(
                "CREATE USER " + user + "@'%' IDENTIFIED BY 'x'",
                "CREATE TABLE items (id bigint PRIMARY KEY, name " + TEXT + ")",
                "GRANT SELECT ON trellara.* TO " + user + "@'%'",
                "GRANT SELECT, INSERT ON public.items TO " + user + "@'%'");
        RelationSchema missing = schema("missing", TestBlocks.key("id", "bigint", KeyOrder.INTEGER));
        List<Finding> findings = target.control(as(user)).check(List.of(ITEMS, missing), true);
        assertThat(findings).allMatch(f -> f.code() == ErrorCode.TARGET_PRIVILEGE);
        assertThat(findings)
                .extracting(f -> f.object() + " " + f.required())
                .containsExactly(
                        "trellara.sink_generation INSERT, UPDATE",
                        "trellara.sink_ledger INSERT, UPDATE",
                        "trellara.sink_applied INSERT, UPDATE",
                        "trellara.halts INSERT",
                        "public.items UPDATE",
                        "public.items DELETE",
                        "database public CREATE");
    }

    /** No more is needed than the rows and the sink's tables: not to fence a frozen sink either. */
    @Test
    void aUserWithTheseRightsAloneEndsItsOwnFrozenSinks() throws SQLException {
        String user = "u" + Long.toHexString(System.nanoTime());
        target.execute(
                "CREATE USER " + user + "@'%' IDENTIFIED BY 'x'",
                "GRANT SELECT, INSERT, UPDATE ON trellara.* TO " + user + "@'%'",
                "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON public.* TO " + user + "@'%'");
        SinkConfig poor = as(user);
        JdbcTargetControl control = target.control(poor);
        assertThat(control.check(List.of(ITEMS), true)).isEmpty();
        control.prepare(List.of(ITEMS));
        HandoffSinkWriter frozen = target.writer(poor, WriterRules.of(poor.run()));
        long old = control.raiseGeneration();
        write(frozen, copy(ITEMS, old, 1, "1\told"));
        assertThat(control.raiseGeneration()).isEqualTo(old + 1);
        assertThatThrownBy(() -> frozen.flush(false)).isInstanceOf(HandoffException.class);
        assertThat(target.rows("SELECT * FROM items")).isEmpty();
    }

    @Test
    void saysThatTheTargetIsNotThere() {
        ConnectionConfig wrong = new ConnectionConfig(target.database.url(), "nobody", "wrong");
        assertThat(codes(target.control(config(wrong)).check(List.of(), true)))
                .containsExactly(ErrorCode.TARGET_UNREACHABLE);
    }

    @Test
    void erasesHalfOpenRangesInWindows() throws SQLException {
        target.execute("CREATE TABLE items (id bigint PRIMARY KEY, name " + TEXT + ")");
        for (int i = -5; i <= 20; i++) {
            target.execute("INSERT INTO items VALUES (" + i + ", 'n')");
        }
        long generation = target.control().raiseGeneration();
        assertThat(erase(ITEMS, List.of(range("-2", "9"), range("15", null)), generation))
                .isEqualTo(16);
        assertThat(target.rows("SELECT group_concat(id ORDER BY id SEPARATOR ' ') FROM items"))
                .containsExactly("-5 -4 -3 -2 10 11 12 13 14 15");
        assertThat(erase(ITEMS, List.of(range("-2", "9")), generation)).isZero();
        long newer = target.control().raiseGeneration();
        JdbcTargetControl control = target.control();
        assertThatThrownBy(() -> control.erase(ITEMS, List.of(KeyRange.ALL), generation))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GENERATION_STALE));
        assertThat(erase(ITEMS, List.of(KeyRange.ALL), newer)).isEqualTo(10);
    }

    @Test
    void comparesKeysOfSeveralColumnsAsTheirIndexDoes() throws SQLException {
        target.execute(
                "CREATE TABLE pairs (`o``r` binary(2), note int, line decimal(5,2), PRIMARY KEY (`o``r`, line))");
        for (int o = 1; o <= 4; o++) {
            for (int l = 1; l <= 5; l++) {
                target.execute("INSERT INTO pairs VALUES (x'ff0" + o + "', 0, " + l + ")");
            }
        }
        RelationSchema pairs = new RelationSchema(
                new Relation("public", "pairs"),
                List.of(
                        TestBlocks.key("o`r", "binary(2)", KeyOrder.BYTEA),
                        column("note", "int"),
                        TestBlocks.key("line", "decimal(5,2)", KeyOrder.NUMERIC)),
                List.of(0, 2),
                "ab".repeat(32));
        KeyRange middle = KeyRange.of(
                Optional.of(new Key(List.of("\\xff01", "4.00"))), Optional.of(new Key(List.of("\\xff03", "2.00"))));
        assertThat(erase(pairs, List.of(middle), target.control().raiseGeneration()))
                .isEqualTo(8);
        assertThat(target.rows("SELECT group_concat(hex(`o``r`), '.', line ORDER BY `o``r`, line SEPARATOR ' ')"
                        + " FROM pairs WHERE line > 3"))
                .containsExactly("FF01.4.00 FF03.4.00 FF03.5.00 FF04.4.00 FF04.5.00");
    }

    @Test
    void erasesARelationWhoseKeysHaveNoKnownOrderAsAWholeOnly() throws SQLException {
        target.execute("CREATE TABLE names (name " + TEXT + " PRIMARY KEY)", "INSERT INTO names VALUES ('B'), ('a')");
        RelationSchema names = schema("names", TestBlocks.key("name", TEXT, KeyOrder.UNORDERED));
        long generation = target.control().raiseGeneration();
        JdbcTargetControl control = target.control();
        assertThatThrownBy(() -> control.erase(names, List.of(range(null, "Z")), generation))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUG));
        assertThat(control.erase(names, List.of(KeyRange.ALL), generation)).isEqualTo(2);
    }

    private long erase(RelationSchema schema, List<KeyRange> ranges, long generation) throws SQLException {
        try (TargetConnections connections = new TargetConnections(target.database, target.config.run(), "test")) {
            Connection connection = connections.getOrEstablishConnection();
            return new TargetErasure(
                            new SharedRowFence(target.config.run()), schema, new MysqlErasure(schema, target.config, 3))
                    .erase(connection, ranges, generation);
        }
    }

    private SinkConfig as(String user) {
        return config(new ConnectionConfig(target.database.url(), user, "x"));
    }

    private SinkConfig config(ConnectionConfig connection) {
        return new SinkConfig(
                target.config.run(),
                DatabaseKind.MYSQL,
                connection,
                Existing.REFUSE,
                true,
                SinkConfig.Flush.DEFAULT,
                Constraints.AS_IS);
    }

    private static KeyRange range(
            @org.jspecify.annotations.Nullable String lower, @org.jspecify.annotations.Nullable String upper) {
        return KeyRange.of(key(lower), key(upper));
    }

    private static Optional<Key> key(@org.jspecify.annotations.Nullable String cell) {
        return Optional.ofNullable(cell).map(text -> new Key(List.of(text)));
    }

    private static List<ErrorCode> codes(List<Finding> findings) {
        return findings.stream().map(Finding::code).toList();
    }
}

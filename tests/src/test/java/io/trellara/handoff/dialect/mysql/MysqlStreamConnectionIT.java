package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.mysql.BinlogSource.Timing;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream whose connection, server or source goes away. */
final class MysqlStreamConnectionIT {
    private static final Map<String, String> FAST =
            Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2", "binlog-row-event-max-size", "1024");
    private static final Timing IMPATIENT =
            new Timing(Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMillis(300));

    private static MysqlTestServer server;
    private static EmbeddedMysqlServer replica;
    private ConnectionConfig database;

    @BeforeAll
    static void start() throws SQLException {
        server = MysqlTestServer.start(MysqlVersion.V9_7, FAST);
        replica = server.newReplica(FAST);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void table() throws SQLException {
        database = server.newDatabase("line");
        run("CREATE TABLE t (id int PRIMARY KEY, v varchar(2000))");
    }

    private void run(String... commands) throws SQLException {
        MysqlTestServer.execute(database, commands);
    }

    /** Rows of one transaction, many events long. */
    private void insert(int from, int count) throws SQLException {
        StringBuilder insert = new StringBuilder("INSERT INTO t VALUES ");
        for (int i = from; i < from + count; i++) {
            insert.append(i == from ? "" : ", ").append("(" + i + ", REPEAT('x', 200))");
        }
        run(insert.toString());
    }

    private static List<String> inserted(int count) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add("+ t " + i + "|" + "x".repeat(200));
        }
        return rows;
    }

    private static BinlogSource impatient(ConnectionConfig at) {
        return new BinlogSource(BinlogAddress.of(at), uuid -> true, 0, IMPATIENT);
    }

    private StreamUnderTest stream(ConnectionConfig by) throws SQLException {
        return StreamUnderTest.from(
                StreamUnderTest.now(database), impatient(by), StreamUnderTest.contract(database, "t"));
    }

    @Test
    void goesOnInTheMiddleOfATransactionWithoutLossOrRepeat() throws SQLException, IOException {
        try (TcpProxy proxy = TcpProxy.before(database);
                StreamUnderTest stream = stream(proxy.to(database))) {
            insert(0, 20);
            stream.await(() -> stream.changes().size() == 20);
            proxy.slow(200_000);
            insert(20, 2_000);
            stream.await(() -> stream.changes().size() > 100);
            assertThat(stream.changes()).hasSizeLessThan(2_020);
            assertThat(proxy.cut()).isPositive();
            stream.await(() -> stream.changes().size() > 500);
            assertThat(proxy.cut()).isPositive();
            proxy.flow();
            insert(2_020, 20);
            stream.catchUp(database);
            assertThat(stream.changes()).isEqualTo(inserted(2_040));
            assertThat(stream.recorded.begun).hasSize(3);
        }
    }

    @Test
    void outlivesAServerThatIsStoppedAndOneThatIsKilled() throws SQLException {
        try (StreamUnderTest stream = stream(database)) {
            insert(0, 100);
            stream.await(() -> !stream.changes().isEmpty());
            server.embedded().restart();
            insert(100, 100);
            stream.await(() -> stream.changes().size() > 100);
            server.embedded().kill();
            server.embedded().startAgain();
            insert(200, 100);
            assertThat(stream.catchUp(database).changes()).isEqualTo(inserted(300));
        }
    }

    @Test
    void givesUpAConnectionOnWhichNothingComes() throws SQLException, IOException {
        try (TcpProxy proxy = TcpProxy.before(database);
                StreamUnderTest stream = stream(proxy.to(database))) {
            proxy.stall();
            insert(0, 10);
            stream.await(() -> !stream.stream.connected());
            proxy.flow();
            assertThat(stream.catchUp(database).changes()).isEqualTo(inserted(10));
        }
    }

    @Test
    void failsWhereTheServerStaysAway() throws SQLException, IOException {
        Timing hasty =
                new Timing(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1));
        try (TcpProxy proxy = TcpProxy.before(database);
                StreamUnderTest stream = StreamUnderTest.from(
                        StreamUnderTest.now(database),
                        new BinlogSource(BinlogAddress.of(proxy.to(database)), uuid -> true, 0, hasty),
                        StreamUnderTest.contract(database, "t"))) {
            proxy.away();
            insert(0, 1);
            fails(ErrorCode.STREAM_FAILED, () -> stream.catchUp(database));
        }
    }

    @Test
    void aPausedStreamLetsGoOfItsConnectionAndComesBack() throws SQLException {
        int before = dumps();
        BinlogPosition from = StreamUnderTest.now(database);
        BinlogContract contract = StreamUnderTest.contract(database, "t");
        try (MysqlChangeStream stream = MysqlChangeStream.open(impatient(database), contract, from, 20_000)) {
            RecordedChanges recorded = new RecordedChanges(from);
            recorded.paused = true;
            insert(0, 1_000);
            await(() -> !stream.connected(), stream, recorded);
            await(() -> dumps() == before, stream, recorded);
            assertThat(recorded.changes).isEmpty();
            recorded.paused = false;
            BinlogPosition target = StreamUnderTest.now(database);
            await(() -> recorded.position.covers(target), stream, recorded);
            assertThat(recorded.changes).isEqualTo(inserted(1_000));
        }
    }

    /** The stream has read a little, stands, and the server goes on writing. */
    @Test
    void tellsHowMuchOfTheLogLiesBeforeIt() throws SQLException {
        BinlogPosition from = StreamUnderTest.now(database);
        BinlogContract contract = StreamUnderTest.contract(database, "t");
        try (MysqlChangeStream stream = MysqlChangeStream.open(impatient(database), contract, from, 20_000)) {
            RecordedChanges recorded = new RecordedChanges(from);
            insert(0, 1);
            await(() -> !recorded.changes.isEmpty(), stream, recorded);
            recorded.paused = true;
            insert(1, 2_000);
            run("FLUSH BINARY LOGS");
            insert(2_001, 2_000);
            await(() -> stream.lagBytes() > 2 * 2_000 * 200, stream, recorded);
            assertThat(stream.lagBytes()).isLessThan(2 * 2_000 * 300);
            recorded.paused = false;
            BinlogPosition target = StreamUnderTest.now(database);
            await(() -> recorded.position.covers(target), stream, recorded);
            await(() -> stream.lagBytes() == 0, stream, recorded);
        }
    }

    /** Connections that the log is read over; the replica has one. */
    private int dumps() {
        try {
            return Integer.parseInt(MysqlTestServer.value(
                    database, "SELECT COUNT(*) FROM performance_schema.processlist WHERE command LIKE 'Binlog Dump%'"));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(BooleanSupplier condition, MysqlChangeStream stream, RecordedChanges recorded) {
        long deadline = System.nanoTime() + StreamUnderTest.LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            stream.poll(recorded, 100);
        }
    }

    @Test
    void followsToAReplicaWithTheSameHistory() throws SQLException {
        server.awaitCaughtUp(replica);
        ConnectionConfig there = new ConnectionConfig(
                replica.url(StreamUnderTest.name(database)), replica.superuser(), replica.password());
        BinlogPosition taken;
        BinlogContract contract = StreamUnderTest.contract(database, "t");
        List<String> all = new ArrayList<>();
        try (StreamUnderTest first = stream(database)) {
            insert(0, 50);
            all.addAll(first.catchUp(database).changes());
            taken = first.recorded.position;
        }
        insert(50, 50);
        BinlogSource next = new BinlogSource(BinlogAddress.of(there), uuid -> true, 1, IMPATIENT);
        try (StreamUnderTest second = StreamUnderTest.from(taken, next, contract)) {
            insert(100, 50);
            all.addAll(second.catchUp(database).changes());
            assertThat(second.recorded.position.gtids())
                    .isEqualTo(StreamUnderTest.now(database).gtids());
            assertThat(second.recorded.begun)
                    .allSatisfy(commit -> assertThat(commit.place())
                            .isGreaterThanOrEqualTo(taken.place().value()));
        }
        assertThat(all).isEqualTo(inserted(150));
    }

    /** Twin: what another server hands out would lie below what the target has, and be skipped there. */
    @Test
    void haltsAtAReplicaWhosePlacesDoNotGoOn() throws SQLException {
        run("FLUSH BINARY LOGS");
        ConnectionConfig there = new ConnectionConfig(
                replica.url(StreamUnderTest.name(database)), replica.superuser(), replica.password());
        BinlogContract contract = StreamUnderTest.contract(database, "t");
        BinlogPosition taken;
        try (StreamUnderTest first = stream(database)) {
            insert(0, 1);
            taken = first.catchUp(database).recorded.position;
        }
        insert(1, 1);
        server.awaitCaughtUp(replica);
        try (StreamUnderTest second = StreamUnderTest.from(taken, impatient(there), contract)) {
            fails(ErrorCode.SOURCE_CHANGED, () -> second.catchUp(database));
            assertThat(second.changes()).isEmpty();
        }
    }

    @Test
    void haltsAtAServerThatLacksWhatTheRunHasTaken() throws SQLException {
        GtidSet more =
                StreamUnderTest.now(database).gtids().union(GtidSet.parse("00000000-1111-2222-3333-444444444444:1-5"));
        BinlogContract contract = StreamUnderTest.contract(database, "t");
        fails(
                ErrorCode.SOURCE_CHANGED,
                () -> StreamUnderTest.from(BinlogPosition.of(more), impatient(database), contract));
    }

    @Test
    void leavesAnotherServerToTheRunsNextStart() throws SQLException {
        BinlogPosition from = StreamUnderTest.now(database);
        BinlogContract contract = StreamUnderTest.contract(database, "t");
        BinlogSource other = new BinlogSource(BinlogAddress.of(database), "other"::equals, 0, IMPATIENT);
        fails(ErrorCode.SOURCE_PROMOTED, () -> StreamUnderTest.from(from, other, contract));
    }

    @Test
    void haltsWhereTheLogBehindItsPositionWasPurged() throws SQLException {
        BinlogPosition from = StreamUnderTest.now(database);
        BinlogContract contract = StreamUnderTest.contract(database, "t");
        insert(0, 10);
        run("FLUSH BINARY LOGS");
        List<String> files = MysqlTestServer.column(database, "SHOW BINARY LOGS");
        String last = files.get(files.size() - 1);
        run("PURGE BINARY LOGS TO '" + last + "'");
        fails(ErrorCode.BINLOG_PURGED, () -> StreamUnderTest.from(from, impatient(database), contract));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DISABLED", "PREFERRED", "REQUIRED"})
    void logsInWithAFreshCachingSha2Password(String mode) throws SQLException, IOException {
        run(
                "DROP USER IF EXISTS streamer",
                "CREATE USER streamer IDENTIFIED WITH caching_sha2_password BY 'a pass/word:ä'",
                "GRANT REPLICATION SLAVE ON *.* TO streamer");
        ConnectionConfig streamer =
                new ConnectionConfig(database.url() + "?sslMode=" + mode, "streamer", "a pass/word:ä");
        try (BinlogConnection connection = BinlogConnection.open(BinlogAddress.of(streamer), IMPATIENT.silence())) {
            assertThat(connection.encrypted()).isEqualTo(!mode.equals("DISABLED"));
        }
        try (StreamUnderTest stream = stream(streamer)) {
            insert(0, 10);
            assertThat(stream.catchUp(database).changes()).isEqualTo(inserted(10));
        }
    }

    @Test
    void refusesAServerWhoseCertificateNobodyVouchesFor() {
        ConnectionConfig strict =
                new ConnectionConfig(database.url() + "?sslMode=VERIFY_CA", database.username(), database.password());
        fails(ErrorCode.STREAM_FAILED, () -> stream(strict));
    }

    @Test
    void saysWhoMayNotReadTheLog() throws SQLException {
        run("DROP USER IF EXISTS nobody", "CREATE USER nobody IDENTIFIED BY 'right'");
        fails(ErrorCode.SOURCE_AUTHENTICATION, () -> stream(new ConnectionConfig(database.url(), "nobody", "wrong")));
        fails(ErrorCode.SOURCE_AUTHENTICATION, () -> {
            try (StreamUnderTest stream = stream(new ConnectionConfig(database.url(), "nobody", "right"))) {
                insert(0, 1);
                stream.catchUp(database);
            }
        });
    }

    private static void fails(ErrorCode code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        HandoffException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }
}

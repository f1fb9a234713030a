package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two-phase XA transactions: the log tells their rows where they are prepared, and what becomes of them at their end. A
 * view that stood between the two would have the rows' GTID and not the rows.
 */
final class MysqlXaIT {
    private static final Map<String, String> SMALL = Map.of("innodb-buffer-pool-size", "32M");
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private static void prepare(ConnectionConfig database, String table) throws SQLException {
        MysqlTestServer.execute(
                database, "XA START 'p'", "INSERT INTO " + table + " VALUES (1)", "XA END 'p'", "XA PREPARE 'p'");
    }

    /** The locks that every view is opened under, by either strategy. */
    private static void assertNoView(ConnectionConfig database, String when) throws SQLException {
        for (String lock : List.of("LOCK TABLES t READ", "FLUSH TABLES t WITH READ LOCK")) {
            try (Connection session = MysqlTestServer.open(database);
                    Statement statement = session.createStatement()) {
                statement.execute("SET SESSION lock_wait_timeout = 1");
                assertThatThrownBy(() -> statement.execute(lock))
                        .as("%s, %s", lock, when)
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getErrorCode()).isEqualTo(LOCK_WAIT_TIMEOUT));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(MysqlVersion.class)
    void noViewStandsBetweenPrepareAndCommit(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version, SMALL)) {
            ConnectionConfig database = server.newDatabase("xa");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            EmbeddedMysqlServer replica = server.newReplica(SMALL);
            ConnectionConfig there = new ConnectionConfig(
                    replica.url(StreamUnderTest.name(database)), replica.superuser(), replica.password());
            prepare(database, "t");
            assertNoView(database, "its client gone");
            server.awaitCaughtUp(replica);
            assertNoView(there, "applied by a replica");
            replica.restart();
            assertNoView(there, "after a restart of the replica");
            server.embedded().restart();
            assertNoView(database, "after a restart");
            server.embedded().kill();
            server.embedded().startAgain();
            assertNoView(database, "after a crash");
            MysqlTestServer.execute(database, "XA COMMIT 'p'");
            MysqlTestServer.execute(database, "LOCK TABLES t READ");
        }
    }

    /** Twin: without its locks a view stands there, and neither it nor the stream behind it has the row. */
    @Test
    void aViewWithoutLocksWouldLoseWhatIsPrepared() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, SMALL)) {
            ConnectionConfig database = server.newDatabase("xa");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            BinlogContract contract = StreamUnderTest.contract(database, "t");
            prepare(database, "t");
            try (Connection view = MysqlTestServer.open(database);
                    Statement statement = view.createStatement()) {
                statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
                BinlogPosition boundary = StreamUnderTest.now(database);
                MysqlTestServer.execute(database, "XA COMMIT 'p'");
                try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t")) {
                    row.next();
                    assertThat(row.getInt(1)).isZero();
                }
                assertThat(changes(database, boundary, contract)).isEmpty();
            }
            assertThat(MysqlTestServer.value(database, "SELECT COUNT(*) FROM t"))
                    .isEqualTo("1");
        }
    }

    /** Whether compressed or not, and over a restart of the stream. */
    @Test
    void passesOverWhatHasNotTouchedTheDataset_prepare_restart_commit() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, SMALL)) {
            ConnectionConfig database = server.newDatabase("xa");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE u (id int)");
            BinlogContract contract = StreamUnderTest.contract(database, "t");
            BinlogPosition at = StreamUnderTest.now(database);
            prepare(database, "u");
            try (StreamUnderTest stream = StreamUnderTest.from(at, StreamUnderTest.source(database), contract)) {
                at = stream.catchUp(database).recorded.position;
            }
            MysqlTestServer.execute(database, "XA COMMIT 'p'", "INSERT INTO t VALUES (7)");
            assertThat(changes(database, at, contract)).containsExactly("+ t 7");

            MysqlTestServer.execute(database, "SET GLOBAL binlog_transaction_compression = ON");
            prepare(database, "u");
            MysqlTestServer.execute(database, "XA ROLLBACK 'p'", "INSERT INTO t VALUES (8)");
            assertThat(changes(database, at, contract)).containsExactly("+ t 7", "+ t 8");
            prepare(database, "t");
            try (StreamUnderTest stream = StreamUnderTest.from(at, StreamUnderTest.source(database), contract)) {
                assertThatThrownBy(() -> stream.catchUp(database))
                        .isInstanceOfSatisfying(
                                HandoffException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.BINLOG_XA));
                assertThat(stream.changes()).containsExactly("+ t 7", "+ t 8");
            }
            MysqlTestServer.execute(database, "XA COMMIT 'p'");
        }
    }

    /** What every copied chunk holds, or will hold, needs no row of the log. */
    @Test
    void passesOverWhatTheGateSuppressesAsAWhole() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V9_7, SMALL)) {
            ConnectionConfig database = server.newDatabase("xa");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)");
            try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "t")) {
                stream.recorded.suppressed.add("t");
                prepare(database, "t");
                MysqlTestServer.execute(database, "XA COMMIT 'p'", "INSERT INTO t VALUES (7)");
                assertThat(stream.catchUp(database).changes()).containsExactly("+ t 7");
            }
        }
    }

    private static List<String> changes(ConnectionConfig database, BinlogPosition from, BinlogContract contract)
            throws SQLException {
        try (StreamUnderTest stream = StreamUnderTest.from(from, StreamUnderTest.source(database), contract)) {
            return stream.catchUp(database).changes();
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What opening a MySQL view waits for, refuses and leaves behind. */
final class MysqlViewIT {
    private static final LockLimits SHORT =
            new LockLimits(LockStrategy.LOCK_TABLES, Duration.ofSeconds(1), Duration.ofSeconds(2));

    private static MysqlTestServer server;
    private ConnectionConfig database;
    private List<Relation> relations;
    private final List<String> waits = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        server = MysqlTestServer.start(MysqlVersion.V9_7);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void tables() throws SQLException {
        database = server.newDatabase("view");
        MysqlTestServer.execute(
                database,
                "CREATE TABLE t (id int PRIMARY KEY)",
                "CREATE TABLE u (id int PRIMARY KEY)",
                "INSERT INTO t VALUES (1)");
        relations = MysqlSources.relations(database, "t", "u");
    }

    @Test
    void tellsWhatItCostTheSourceAndLeavesNoLock() throws SQLException {
        try (LockedView view = open(MysqlSources.PATIENT)) {
            assertThat(view.cost().attempts()).isOne();
            assertThat(view.cost().held()).isPositive().isLessThan(Duration.ofSeconds(5));
            assertThat(view.cost().waited()).isPositive();
            assertThat(view.boundary().toString())
                    .isEqualTo(MysqlTestServer.value(database, "SELECT @@GLOBAL.gtid_executed"));
            MysqlTestServer.execute(database, "INSERT INTO t VALUES (2)");
            assertThat(rows(view.session())).isOne();
        }
        assertThat(waits).isEmpty();
    }

    @Test
    void aRelationIsNotAlteredUnderAView() throws SQLException {
        try (LockedView view = open(MysqlSources.PATIENT)) {
            assertThatThrownBy(() -> MysqlTestServer.execute(
                            database, "SET lock_wait_timeout = 1", "ALTER TABLE u ADD COLUMN x int"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("Lock wait timeout");
            assertThat(rows(view.session())).isOne();
        }
        MysqlTestServer.execute(database, "ALTER TABLE u ADD COLUMN x int");
    }

    @Test
    void namesTheTransactionThatItWaitsForAndGivesUp() throws SQLException {
        try (Connection writer = MysqlTestServer.open(database)) {
            execute(writer, "BEGIN");
            execute(writer, "INSERT INTO u VALUES (7)");
            String id;
            try (Statement statement = writer.createStatement();
                    var row = statement.executeQuery("SELECT CONNECTION_ID()")) {
                row.next();
                id = row.getString(1);
            }
            assertThatThrownBy(() -> open(SHORT)).isInstanceOfSatisfying(HandoffException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.VIEW_STARVED);
                assertThat(e.finding().observed()).contains("connection " + id + " ", "max_write_lock_count", ".u");
                assertThat(e.finding().remedy()).contains("max_write_lock_count", "flush-tables");
            });
            assertThat(waits).isNotEmpty().allMatch(wait -> wait.contains("connection " + id + " "));
            execute(writer, "COMMIT");
        }
        open(SHORT).close();
    }

    @Test
    void waitsUntilAWriterIsThrough() throws Exception {
        try (Connection writer = MysqlTestServer.open(database)) {
            execute(writer, "BEGIN");
            execute(writer, "INSERT INTO u VALUES (7)");
            Thread ends = new Thread(() -> {
                while (waits.isEmpty()) {
                    LockSupport.parkNanos(1_000_000);
                }
                try {
                    execute(writer, "COMMIT");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            ends.start();
            LockLimits limits = new LockLimits(LockStrategy.LOCK_TABLES, Duration.ofSeconds(1), Duration.ofSeconds(30));
            try (LockedView view = open(limits)) {
                assertThat(view.cost().attempts()).isGreaterThan(1);
                assertThat(view.cost().waited()).isGreaterThanOrEqualTo(Duration.ofMillis(900));
            }
            ends.join();
        }
    }

    @Test
    void namesAPreparedXaTransactionWhoseClientIsGone() throws SQLException {
        try (Connection writer = MysqlTestServer.open(database)) {
            execute(writer, "XA START 'left'");
            execute(writer, "INSERT INTO u VALUES (8)");
            execute(writer, "XA END 'left'");
            execute(writer, "XA PREPARE 'left'");
        }
        try {
            assertThatThrownBy(() -> open(SHORT))
                    .isInstanceOfSatisfying(
                            HandoffException.class,
                            e -> assertThat(e.finding().observed()).contains("XA RECOVER"));
        } finally {
            MysqlTestServer.execute(database, "XA ROLLBACK 'left'");
        }
    }

    @Test
    void refusesASessionThatPinsNoSnapshot() throws SQLException {
        try (Connection session = MysqlTestServer.open(database);
                Statement statement = session.createStatement()) {
            LockedViewOpening.requireRepeatableRead(session);
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            LockedViewOpening.requireNoWarning(statement);
            statement.execute("COMMIT");
            statement.execute("SET SESSION transaction_isolation = 'READ-COMMITTED'");
            assertThatThrownBy(() -> LockedViewOpening.requireRepeatableRead(session))
                    .isInstanceOfSatisfying(
                            HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VIEW_NOT_PINNED));
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            assertThatThrownBy(() -> LockedViewOpening.requireNoWarning(statement))
                    .isInstanceOfSatisfying(
                            HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VIEW_NOT_PINNED));
        }
    }

    @Test
    void opensNothingAtAnotherServer() {
        assertThatThrownBy(() -> MysqlSources.opening(database, SHORT)
                        .open("mysql:3e11fa47-71ca-11e1-9e33-c80aa9429562", relations, wait -> waits.add(wait.text())))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_PROMOTED));
    }

    /** A name or an address may lead each connection to another server: then locks here say nothing of a view there. */
    @Test
    void opensNoViewAtAnotherServerThanItsLocks() throws Exception {
        String name = database.url().substring(database.url().lastIndexOf('/') + 1);
        try (MysqlTestServer other = MysqlTestServer.start(MysqlVersion.V8_0, Map.of());
                TcpProxy proxy = TcpProxy.before(database);
                Connection writer = MysqlTestServer.open(database)) {
            ConnectionConfig there = other.newDatabase("other");
            MysqlTestServer.execute(
                    there,
                    "CREATE DATABASE " + name,
                    "CREATE TABLE " + name + ".t (id int PRIMARY KEY)",
                    "ALTER USER CURRENT_USER() IDENTIFIED BY '" + database.password() + "'");
            execute(writer, "BEGIN");
            execute(writer, "INSERT INTO u VALUES (7)");
            assertThatThrownBy(() -> MysqlSources.opening(proxy.to(database), SHORT)
                            .open(MysqlSources.identity(database), relations, wait -> proxy.leadTo(there)))
                    .isInstanceOfSatisfying(
                            HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_PROMOTED));
            execute(writer, "COMMIT");
        }
    }

    private LockedView open(LockLimits limits) {
        return MysqlSources.opening(database, limits)
                .open(MysqlSources.identity(database), relations, wait -> waits.add(wait.text()));
    }

    private static int rows(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM t")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(sql);
        }
    }
}

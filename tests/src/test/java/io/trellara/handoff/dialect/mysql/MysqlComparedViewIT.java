package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.ChangeStream;
import io.trellara.handoff.dialect.ComparedSession;
import io.trellara.handoff.dialect.ComparedView;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.LoggedChanges;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.harness.TcpProxy;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.RelationSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a MySQL view for a comparison refuses, keeps and leaves behind. */
final class MysqlComparedViewIT {
    private static final long LIMIT_NANOS = 30_000_000_000L;

    /** Every session and stream of ours. */
    private static final String OURS = "(SELECT count(*) FROM performance_schema.session_connect_attrs"
            + " WHERE attr_value LIKE 'trellara-handoff%') + (SELECT count(*) FROM performance_schema.processlist"
            + " WHERE command LIKE 'Binlog Dump%')";

    private static MysqlTestServer server;

    private ConnectionConfig database;
    private MysqlDialect dialect;
    private String identity;
    private List<RelationSchema> contract;

    @BeforeAll
    static void start() {
        server = MysqlTestServer.start(MysqlVersion.V9_7);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void dataset() throws SQLException {
        database = server.newDatabase("compared");
        MysqlTestServer.execute(
                database, "CREATE TABLE t (id int PRIMARY KEY, n bigint)", "INSERT INTO t VALUES (1, 1), (2, 2)");
        dialect = MysqlSources.dialect(database, "t");
        identity = dialect.identity().text();
        contract = dialect.presentSchemas();
    }

    @Test
    void sessionsStayWhileChangesAreHandedOutAndNothingIsLeft() throws SQLException {
        try (ComparedView view = open();
                ComparedSession session = session(view)) {
            assertThat(rows(session)).isEqualTo(2);
            MysqlTestServer.execute(database, "DELETE FROM t WHERE id = 1");
            BinlogPosition end = now();
            ChangeStream changes = view.changes(contract);
            assertThat(new LoggedChanges().upTo(changes, end).until(end))
                    .singleElement()
                    .asString()
                    .endsWith("delete t 1");
            assertThat(rows(session)).isEqualTo(2);
            assertThatThrownBy(() -> view.changes(contract)).hasMessageContaining("asked for again");
            MysqlTestServer.execute(database, "INSERT INTO t VALUES (3, 3)");
            try (ComparedSession later = session(view)) {
                assertThat(rows(later)).isEqualTo(2);
                assertThat(later.boundary().covers(end)).isTrue();
            }
            assertThat(rows(session)).isEqualTo(2);
        }
        awaitNone();
        MysqlTestServer.execute(database, "SET lock_wait_timeout = 1", "ALTER TABLE t ADD COLUMN more int");
    }

    @Test
    void aTruncateBehindTheViewIsInItsChangesAndInLaterSessions() throws SQLException {
        try (ComparedView view = open()) {
            MysqlTestServer.execute(database, "TRUNCATE TABLE t");
            try (ComparedSession session = session(view)) {
                assertThat(rows(session)).isZero();
                BinlogPosition end = now();
                assertThat(new LoggedChanges()
                                .upTo(view.changes(contract), end)
                                .between(view.from(), session.boundary()))
                        .singleElement()
                        .asString()
                        .contains("truncate t");
            }
        }
    }

    @Test
    void refusesARelationThatWasAlteredSinceTheViewWasOpened() throws SQLException {
        try (ComparedView view = open()) {
            MysqlTestServer.execute(database, "ALTER TABLE t MODIFY COLUMN n varchar(20)");
            try (ComparedSession session = session(view)) {
                assertCode(ErrorCode.SCHEMA_CHANGED, () -> session.enter(contract.get(0)));
            }
            assertCode(ErrorCode.SCHEMA_CHANGED, () -> dialect.openComparedView(identity, contract, waiting -> {}));
        }
        awaitNone();
    }

    @Test
    void aRelationOfASessionStaysAsItIs() throws SQLException {
        try (ComparedView view = open();
                ComparedSession session = session(view)) {
            for (String statement : List.of("TRUNCATE TABLE t", "ALTER TABLE t ADD COLUMN more int")) {
                assertThatThrownBy(() -> MysqlTestServer.execute(database, "SET lock_wait_timeout = 1", statement))
                        .hasMessageContaining("Lock wait timeout");
            }
            assertThat(rows(session)).isEqualTo(2);
        }
    }

    @Test
    void whoWaitsBehindASessionIsSeen() throws Exception {
        try (ComparedView view = open();
                ComparedView other = open();
                ComparedSession session = session(view);
                Connection ddl = MysqlTestServer.open(database)) {
            session.enter(contract.get(0));
            assertThat(view.blockedSession()).isEmpty();
            String id = ask(ddl, "CONNECTION_ID()");
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                Future<Boolean> waiting = executor.submit(() -> execute(ddl, "ALTER TABLE t ADD COLUMN more int"));
                long start = System.nanoTime();
                while (view.blockedSession().isEmpty() && System.nanoTime() - start < LIMIT_NANOS) {
                    LockSupport.parkNanos(50_000_000);
                }
                assertThat(view.blockedSession().orElseThrow()).contains("connection " + id + " ");
                assertThat(other.blockedSession()).isEmpty();
                session.abort();
                waiting.get(20, TimeUnit.SECONDS);
                assertThat(view.blockedSession()).isEmpty();
            } finally {
                executor.shutdownNow();
            }
        }
    }

    @Test
    void nothingIsLeftWhenTheClientsConnectionsBreak() throws Exception {
        try (TcpProxy proxy = TcpProxy.before(database)) {
            MysqlDialect far = MysqlSources.dialect(proxy.to(database), "t");
            ComparedView view = far.openComparedView(identity, List.of(), waiting -> {});
            ComparedSession session = far.openComparedSession(identity, view.ticket(), contract, waiting -> {});
            session.enter(contract.get(0));
            view.changes(contract);
            assertThat(Integer.parseInt(MysqlTestServer.value(database, "SELECT " + OURS)))
                    .isGreaterThan(1);
            proxy.away();
            awaitNone();
            MysqlTestServer.execute(database, "SET lock_wait_timeout = 1", "ALTER TABLE t ADD COLUMN more int");
            session.close();
            view.close();
            view.close();
        }
    }

    @Test
    void sessionsHaveNoLimitsAndPrintAsReadersDo() throws SQLException {
        MysqlTestServer.execute(database, "SET GLOBAL max_execution_time = 5000", "SET GLOBAL time_zone = '+09:00'");
        try (ComparedView view = open();
                ComparedSession session = session(view)) {
            Connection connection = session.enter(contract.get(0));
            assertThat(ask(connection, "@@SESSION.max_execution_time")).isEqualTo("0");
            assertThat(ask(connection, "@@SESSION.time_zone")).isEqualTo("+00:00");
            assertThat(ask(connection, "@@SESSION.transaction_isolation")).isEqualTo("REPEATABLE-READ");
        } finally {
            MysqlTestServer.execute(
                    database, "SET GLOBAL max_execution_time = DEFAULT", "SET GLOBAL time_zone = DEFAULT");
        }
    }

    @Test
    void sessionsOpenByFlushingTablesToo() throws SQLException {
        SourceConfig.Locks flush = new SourceConfig.Locks(LockStrategy.FLUSH_TABLES, 1_000);
        MysqlDialect flushing =
                MysqlSources.dialect(database, new SourceConfig.Limits(60_000, 1_000, 60_000, flush), "t");
        try (ComparedView view = flushing.openComparedView(identity, contract, waiting -> {})) {
            for (int turn = 0; turn < 2; turn++) {
                MysqlTestServer.execute(database, "INSERT INTO t VALUES (" + (10 + turn) + ", 0)");
                try (ComparedSession session =
                        flushing.openComparedSession(identity, view.ticket(), contract, waiting -> {})) {
                    assertThat(rows(session)).isEqualTo(3 + turn);
                    assertThat(session.boundary()).isEqualTo(now());
                }
            }
        }
        awaitNone();
    }

    private ComparedView open() {
        return dialect.openComparedView(identity, contract, waiting -> {});
    }

    private ComparedSession session(ComparedView view) {
        return dialect.openComparedSession(identity, view.ticket(), contract, waiting -> {});
    }

    private BinlogPosition now() {
        return dialect.currentPosition(identity, BinlogPosition.of(GtidSet.EMPTY));
    }

    private long rows(ComparedSession session) throws SQLException {
        return Long.parseLong(ask(session.enter(contract.get(0)), "(SELECT count(*) FROM t)"));
    }

    private static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private void awaitNone() throws SQLException {
        long start = System.nanoTime();
        while (!MysqlTestServer.value(database, "SELECT " + OURS).equals("0")
                && System.nanoTime() - start < LIMIT_NANOS) {
            LockSupport.parkNanos(50_000_000);
        }
        assertThat(MysqlTestServer.value(database, "SELECT " + OURS)).isEqualTo("0");
    }

    private static String ask(Connection session, String what) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + what)) {
            row.next();
            return row.getString(1);
        }
    }

    private static boolean execute(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement()) {
            return statement.execute(sql);
        }
    }
}

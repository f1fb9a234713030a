package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.View;
import io.trellara.handoff.harness.Matrix;
import io.trellara.handoff.harness.Servers;
import io.trellara.handoff.harness.TestServer;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * R12: reading a view never harms the source. Many sessions insert a row a transaction; views are exported one after
 * the other and the newest rows are read in each at once. A reader that comes before the view has settled takes
 * committed rows for aborted ones and marks them so, for ever.
 */
final class NoHarmIT {
    private static final int WRITERS = 24;
    private static final int VIEWS = Matrix.isLong() ? 150 : 50;
    /** The twin ends with the first row that it loses; without settling every other view loses some. */
    private static final long LIMIT_SECONDS = 240;

    /** To look at all rows takes longer and longer: the more views there are in between, the sooner one is harmful. */
    private static final int LOOKED_AT = 16;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = Servers.source(PostgresVersion.V17);
    }

    @AfterAll
    static void stop() throws SQLException {
        server.close();
    }

    @Test
    void settledViewsLoseNoAcknowledgedRow() throws Exception {
        Workload workload = new Workload(server.newDatabase("harm"));
        PostgresSessions sessions = new PostgresSessions(workload.config);
        PostgresDialect dialect = new PostgresDialect(workload.config, sessions, new SnapshotSettling(sessions));
        assertThat(workload.lost(dialect, VIEWS)).isZero();
    }

    @Test
    void twinWithoutSettlingLosesSome() throws Exception {
        Workload workload = new Workload(server.newDatabase("harm"));
        PostgresDialect dialect = new PostgresDialect(
                workload.config, new PostgresSessions(workload.config), (ticket, watch, waits, deadline) -> {});
        assertThat(workload.lost(dialect, Integer.MAX_VALUE)).isPositive();
    }

    private static final class Workload {
        private final ConnectionConfig database;
        private final SourceConfig config;
        private final AtomicBoolean stop = new AtomicBoolean();

        Workload(ConnectionConfig database) throws SQLException {
            this.database = database;
            this.config = SourceUnderTest.config(database, 20_000, "public.t");
            TestServer.execute(
                    database, "CREATE TABLE t (id bigint PRIMARY KEY, writer int) WITH (autovacuum_enabled = off)");
        }

        /** Opens and reads that many views, or as many as it takes to lose a row, and counts what is lost. */
        long lost(PostgresDialect dialect, int views) throws Exception {
            ExecutorService executor = Executors.newFixedThreadPool(WRITERS);
            try (Connection reader = TestServer.open(database)) {
                dialect.ensurePublication();
                List<Future<Long>> writers = new ArrayList<>();
                for (int writer = 0; writer < WRITERS; writer++) {
                    int number = writer;
                    writers.add(executor.submit(() -> insert(number)));
                }
                reader.setAutoCommit(false);
                int opened = 0;
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
                while (opened < views
                        && System.nanoTime() < end
                        && !(views == Integer.MAX_VALUE && opened % LOOKED_AT == 0 && harmed(reader))) {
                    try (View view = dialect.openView(dialect.identity().text(), waiting -> {})) {
                        read(reader, view.ticket().snapshot());
                        opened++;
                    }
                }
                stop.set(true);
                long acknowledged = 0;
                for (Future<Long> writer : writers) {
                    acknowledged += writer.get(30, TimeUnit.SECONDS);
                }
                long there = count(reader, "SELECT count(*) FROM t");
                reader.rollback();
                assertThat(opened).isPositive();
                assertThat(acknowledged).isGreaterThan(WRITERS);
                return acknowledged - there;
            } finally {
                stop.set(true);
                executor.shutdownNow();
            }
        }

        private long insert(int writer) throws SQLException {
            long id = writer;
            try (Connection connection = TestServer.open(database);
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO t VALUES (?, " + writer + ")")) {
                for (; !stop.get(); id += WRITERS) {
                    insert.setLong(1, id);
                    insert.executeUpdate();
                }
            }
            return id / WRITERS;
        }

        private static void read(Connection reader, String snapshot) throws SQLException {
            try (Statement statement = reader.createStatement()) {
                statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
                statement.execute("SET TRANSACTION SNAPSHOT '" + snapshot + "'");
                // Whoever is still at it has written the newest rows; to read all of them takes longer and longer.
                statement.execute(
                        "SELECT count(writer) FROM (SELECT writer FROM t ORDER BY id DESC LIMIT 20000) newest");
            }
            reader.rollback();
        }

        private static boolean harmed(Connection reader) throws SQLException {
            // The numbers of one writer have no gap, whatever is being written now.
            boolean gaps = count(
                            reader,
                            "SELECT count(*) FROM (SELECT writer FROM t GROUP BY writer HAVING max(id) / " + WRITERS
                                    + " + 1 > count(*)) g")
                    > 0;
            reader.rollback();
            return gaps;
        }

        private static long count(Connection reader, String sql) throws SQLException {
            try (Statement statement = reader.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.model.GtidOrigin;
import io.trellara.handoff.model.GtidSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Writers whose transactions tell their own GTIDs: each counts under a UUID of its own, and puts that and the number
 * into two tables. So what a reader sees can be compared with what a GTID set says.
 */
final class GtidWriters implements AutoCloseable {
    private final ExecutorService threads;
    private final List<Future<?>> ends = new ArrayList<>();
    private final AtomicLong written = new AtomicLong();
    private volatile boolean stopped;

    private GtidWriters(int count) {
        threads = Executors.newFixedThreadPool(count);
    }

    /** Makes the tables {@code a} and {@code b} that they write to. */
    static void createTables(ConnectionConfig database) throws SQLException {
        String columns = " (writer char(36) NOT NULL, n bigint NOT NULL, PRIMARY KEY (writer, n))";
        MysqlTestServer.execute(database, "CREATE TABLE a" + columns, "CREATE TABLE b" + columns);
    }

    /** Starts them; they pause by chance, so that readers' locks find a moment. */
    static GtidWriters start(ConnectionConfig database, int count, long seed) {
        GtidWriters writers = new GtidWriters(count);
        for (int i = 0; i < count; i++) {
            Random chance = new Random(seed + i);
            UUID uuid = new UUID(chance.nextLong(), chance.nextLong());
            writers.ends.add(writers.threads.submit(() -> {
                writers.write(database, uuid, chance);
                return null;
            }));
        }
        return writers;
    }

    private void write(ConnectionConfig database, UUID uuid, Random chance) throws SQLException {
        try (Connection session = MysqlTestServer.open(database);
                Statement statement = session.createStatement()) {
            for (long n = 1; !stopped; n++) {
                statement.execute("SET gtid_next = '" + uuid + ":" + n + "'");
                statement.execute("BEGIN");
                statement.execute("INSERT INTO a VALUES ('" + uuid + "', " + n + ")");
                statement.execute("INSERT INTO b VALUES ('" + uuid + "', " + n + ")");
                statement.execute("COMMIT");
                written.incrementAndGet();
                LockSupport.parkNanos(chance.nextInt(3_000_000));
            }
        }
    }

    long written() {
        return written.get();
    }

    /** What a session sees of a table: the GTIDs whose rows are there. */
    static GtidSet seen(Connection session, String table) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Statement statement = session.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT writer, max(n), count(*) FROM " + table + " GROUP BY writer")) {
            while (row.next()) {
                // A writer's transactions come one after the other, so even a wrong view has no gaps.
                assertThat(row.getLong(3)).isEqualTo(row.getLong(2));
                text.append(row.getString(1))
                        .append(":1-")
                        .append(row.getLong(2))
                        .append(',');
            }
        }
        return GtidSet.parse(text.toString());
    }

    /** That part of a set which is these writers': all but the server's own transactions. */
    static GtidSet theirs(GtidSet all, String serverUuid) {
        GtidSet own = GtidSet.parse(GtidOrigin.parse(serverUuid) + ":1-9223372036854775806");
        return all.subtract(own);
    }

    /** Ends them; fails where one has failed. */
    void stop() throws Exception {
        stopped = true;
        for (Future<?> end : ends) {
            end.get(30, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }
}

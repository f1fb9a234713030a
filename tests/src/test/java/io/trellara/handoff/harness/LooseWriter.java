package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.model.Relation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes to tables whose shape changes meanwhile, by two columns that stay, {@code id} and {@code code}, both unique. A
 * statement that fails, as the table is just being made again, is left out.
 */
public final class LooseWriter implements AutoCloseable {
    private final ConnectionConfig database;
    private final List<Relation> relations;
    private final Random random;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicLong written = new AtomicLong();
    private final Future<?> writing;
    private long next = 1_000_000;

    /** Begins to write; rows 1 to {@code rows} are there. */
    public LooseWriter(ConnectionConfig database, List<Relation> relations, int rows, long seed) {
        this.database = database;
        this.relations = List.copyOf(relations);
        this.random = new Random(seed);
        this.writing = thread.submit(() -> write(rows));
    }

    /** Statements that have committed. */
    public long written() {
        return written.get();
    }

    private Void write(int rows) throws SQLException, InterruptedException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement()) {
            while (!stop.await(2, TimeUnit.MILLISECONDS)) {
                String table = relations.get(random.nextInt(relations.size())).quoted();
                execute(statement, sql(table, 1L + random.nextInt(rows)));
            }
        }
        return null;
    }

    private String sql(String table, long row) {
        return switch (random.nextInt(4)) {
            case 0 -> "INSERT INTO " + table + " (id, code) VALUES (" + ++next + ", " + next + ")";
            case 1 -> "DELETE FROM " + table + " WHERE id = " + row;
            case 2 -> "UPDATE " + table + " SET code = " + ++next + " WHERE id = " + row;
            default -> "UPDATE " + table + " SET id = " + ++next + " WHERE id = " + row;
        };
    }

    private void execute(Statement statement, String sql) {
        try {
            statement.execute(sql);
            written.incrementAndGet();
        } catch (SQLException changing) {
            // nothing was written; the table is there again soon, or its shape is being changed
        }
    }

    /** Ends it; fails where the connection did. */
    public void stop() throws ExecutionException, InterruptedException, TimeoutException {
        stop.countDown();
        writing.get(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        stop.countDown();
        thread.shutdownNow();
    }
}

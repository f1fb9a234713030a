package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Seeded writers on plain tables in which every row is written at most once, so that a change that was lost cannot be
 * masked by a later one. It ends by itself when all rows have been used.
 */
public final class Workload implements AutoCloseable {
    private static final long NEW_ROWS = 1_000_000_000L;
    /** MySQL locks the gaps beside rows, too. */
    private static final String DEADLOCK = "40001";

    private static final Duration AFTER_AN_OUTAGE = Duration.ofMillis(200);
    private static final Duration END_LIMIT = Duration.ofMinutes(2);

    private final ConnectionConfig database;
    private final WorkloadPlan plan;
    private final boolean patient;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final LongAdder transactions = new LongAdder();
    private final LongAdder changes = new LongAdder();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> writers = new ArrayList<>();

    private Workload(ConnectionConfig database, WorkloadPlan plan, boolean patient) {
        this.database = database;
        this.plan = plan;
        this.patient = patient;
    }

    /** Creates and fills the tables. */
    public static void load(ConnectionConfig database, WorkloadPlan plan) throws SQLException {
        for (WorkloadTable table : plan.tables()) {
            TestServer.execute(
                    database,
                    table.ddl(database.kind()),
                    table.load(database.kind(), plan.rows()),
                    SideSql.analyze(database.kind(), table.relation().quoted()));
        }
    }

    /** Starts the writers on loaded tables. */
    public static Workload start(ConnectionConfig database, WorkloadPlan plan) {
        return start(new Workload(database, plan, false));
    }

    /** The same; after a failure they give up the rows of their transaction under way and go on with others. */
    public static Workload startPatiently(ConnectionConfig database, WorkloadPlan plan) {
        return start(new Workload(database, plan, true));
    }

    private static Workload start(Workload workload) {
        for (int writer = 0; writer < workload.plan.writers(); writer++) {
            int number = writer;
            workload.writers.add(workload.threads.submit(() -> workload.write(number)));
        }
        return workload;
    }

    public long transactions() {
        return transactions.sum();
    }

    public long changes() {
        return changes.sum();
    }

    /** Whether rows are left to be written. */
    public boolean running() {
        return writers.stream().anyMatch(writer -> !writer.isDone());
    }

    /** Ends the writers, each after its transaction under way; fails as the first of them failed. */
    public void stop() throws ExecutionException, InterruptedException, TimeoutException {
        stop.countDown();
        for (Future<?> writer : writers) {
            writer.get(END_LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        threads.shutdown();
    }

    @Override
    public void close() {
        stop.countDown();
        threads.shutdownNow();
    }

    private Void write(int writer) throws SQLException, InterruptedException {
        Random random = new Random(plan.seed() * 1_000 + writer);
        List<Long> left = new ArrayList<>();
        for (long row = 1L + writer; row <= plan.rows(); row += plan.writers()) {
            left.add(row);
        }
        Collections.shuffle(left, random);
        while (stop.getCount() > 0 && !left.isEmpty()) {
            try (Connection connection = TestServer.open(database);
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                while (stop.getCount() > 0 && !left.isEmpty()) {
                    transaction(random, left, statement);
                }
            } catch (SQLException outage) {
                if (!patient && !DEADLOCK.equals(outage.getSQLState())) {
                    throw outage;
                }
                boolean unused = stop.await(AFTER_AN_OUTAGE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        return null;
    }

    /** Its rows are used, whatever comes of it: after a lost connection nobody knows whether it was committed. */
    private void transaction(Random random, List<Long> left, Statement statement)
            throws SQLException, InterruptedException {
        int size = Math.min(left.size(), 1 + random.nextInt(3));
        List<Long> rows = left.subList(left.size() - size, left.size());
        try {
            for (long row : rows) {
                statement.execute(change(random, row));
            }
            boolean unused = stop.await(hold(random), TimeUnit.MILLISECONDS);
            statement.getConnection().commit();
            changes.add(size);
            transactions.increment();
        } finally {
            rows.clear();
        }
    }

    /** Half are updates; a moved or new row gets a number of its own, beyond all loaded ones. */
    private String change(Random random, long row) {
        WorkloadTable table = plan.tables().get(random.nextInt(plan.tables().size()));
        return switch (random.nextInt(8)) {
            case 0, 1 -> table.insert(NEW_ROWS + row);
            case 2 -> table.delete(row);
            case 3 -> table.move(row, NEW_ROWS + row);
            default -> table.update(row);
        };
    }

    private long hold(Random random) {
        long most = plan.longestHold().minus(plan.shortestHold()).toMillis();
        return plan.shortestHold().toMillis() + (most == 0 ? 0 : random.nextLong(most));
    }
}

package io.trellara.handoff.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/** From a commit's acknowledgement at the source to its row's visibility at the target, at a fixed rate. One thread. */
final class LatencyBench {
    static final int PER_SECOND = 500;

    private static final int WARM_UP_SECONDS = 10;
    private static final int SECONDS = 30;
    private static final long ROWS = 100_000;
    private static final String RUN = "latency";

    private final BenchOptions options;
    private final Path folder;
    private final Report report;

    LatencyBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
    }

    /** What takes the time at the target. */
    private interface Target {
        Connection open() throws SQLException;
    }

    void run() throws SQLException, IOException {
        report.heading(BenchServers.DESCRIPTION, "./dev bench latency");
        report.line("| contender | p50 ms | p99 ms | longest ms | CPU µs a change: source | target | JVM |");
        report.line("|---|---|---|---|---|---|---|");
        try (BenchServers servers = new BenchServers(folder)) {
            BenchTable.fill(servers, ROWS);
            Subscription subscription = new Subscription(servers);
            measure("PostgreSQL's subscription", servers, subscription::open, 0, ROWS + 1);
            subscription.disable();
            Path config = BenchJob.configure(folder, servers, BenchTable.NAME, RUN);
            try (BenchJob job = BenchJob.start(options.launcher(), config)) {
                awaitStreaming(servers, job);
                measure("the job", servers, () -> servers.target().open(BenchServers.DATABASE), job.pid(), 10 * ROWS);
            }
        }
        report.line("");
        report.line(
                "%d transactions a second of one row each, for %d s after %d s of warm-up; the source's CPU is the"
                        + " writers' too.",
                PER_SECOND, SECONDS, WARM_UP_SECONDS);
        report.record(options.record(), RUN);
    }

    private static void awaitStreaming(BenchServers servers, BenchJob job) throws SQLException {
        try (Connection target = servers.target().open(BenchServers.DATABASE)) {
            BenchServers.await(
                    target,
                    "SELECT CASE WHEN to_regclass('trellara.snapshot_runs') IS NULL THEN 0 ELSE 1 END",
                    1,
                    job::requireAlive);
            BenchServers.await(
                    target,
                    "SELECT count(*) FROM trellara.snapshot_runs WHERE state = 'streaming'",
                    1,
                    job::requireAlive);
        }
    }

    private void measure(String name, BenchServers servers, Target door, long client, long firstId)
            throws SQLException {
        int count = (WARM_UP_SECONDS + SECONDS) * PER_SECOND;
        Usage begun = servers.now(client);
        PacedWriters writers = new PacedWriters(firstId, count, PER_SECOND);
        try (Connection target = door.open()) {
            CompletableFuture<long[]> committed = CompletableFuture.supplyAsync(() -> writers.write(servers));
            long[] seen = new Arrivals(firstId, count).await(target);
            Usage usage = servers.now(client).since(begun);
            double[] millis = millis(committed.join(), seen);
            report.line(
                    "| %s | %.1f | %.1f | %.1f | %.0f | %.0f | %.0f |",
                    name,
                    Report.percentile(millis, 0.50),
                    Report.percentile(millis, 0.99),
                    Report.percentile(millis, 1),
                    usage.source() * 1e6 / count,
                    usage.target() * 1e6 / count,
                    usage.client() * 1e6 / count);
        }
    }

    /** A row may be seen before its writer hears of the commit; that counts as no time. */
    private static double[] millis(long[] committed, long[] seen) {
        int warm = WARM_UP_SECONDS * PER_SECOND;
        double[] millis = new double[committed.length - warm];
        for (int n = 0; n < millis.length; n++) {
            millis[n] = Math.max(0, seen[warm + n] - committed[warm + n]) / 1e6;
        }
        return millis;
    }
}

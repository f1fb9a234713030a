package io.trellara.handoff.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * Verifies a table that was handed off, beside a plain read of both sides, in turn, while the job streams. The
 * verification is a process of its own, cold, measured from its start to its end. One thread.
 */
final class VerifyBench {
    private static final long ROWS = 2_000_000;
    private static final long SAMPLE_MILLIS = 50;
    private static final String RUN = "verify";
    private static final String STREAMING =
            "SELECT count(*) FROM trellara.snapshot_runs WHERE run_id = '" + RUN + "' AND state = 'streaming'";
    private static final String EVIDENCE =
            "SELECT CASE WHEN to_regclass('trellara.snapshot_handoff_events') IS NULL THEN 0 ELSE 1 END";

    private final BenchOptions options;
    private final Path folder;
    private final Report report;
    private final long rows;

    VerifyBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
        this.rows = options.rowsOr(ROWS);
    }

    void run() throws SQLException, IOException {
        report.heading(BenchServers.DESCRIPTION, "./dev bench verify --rows " + rows + " --rounds " + options.rounds());
        List<Usage> reads = new ArrayList<>();
        List<Usage> verifications = new ArrayList<>();
        try (BenchServers servers = new BenchServers(folder)) {
            BenchTable.fill(servers, rows);
            servers.atTarget(BenchTable.DDL);
            Path config = BenchJob.configure(folder, servers, BenchTable.NAME, RUN);
            try (BenchJob job = BenchJob.start(options.launcher(), config);
                    Connection target = servers.target().open(BenchServers.DATABASE)) {
                BenchServers.await(target, EVIDENCE, 1, job::requireAlive);
                BenchServers.await(target, STREAMING, 1, job::requireAlive);
                servers.atTarget("VACUUM (FREEZE, ANALYZE) " + BenchTable.NAME);
                for (int round = 1; round <= options.rounds(); round++) {
                    reads.add(read(servers));
                    verifications.add(verify(servers, config));
                }
            }
        }
        Costs costs = new Costs(report, rows, "row", 2);
        costs.heading();
        costs.row("a plain read of both sides", reads);
        costs.row("verify", verifications);
        report.line("");
        report.line(
                "Medians of %d. Rate %.2f of a plain read's; both read every row of both sides, two connections each.",
                options.rounds(), Report.median(reads, Usage::wall) / Report.median(verifications, Usage::wall));
        report.record(options.record(), "verify");
    }

    private Usage read(BenchServers servers) {
        Usage before = now(servers);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        String half = "COPY (SELECT * FROM " + BenchTable.NAME + " WHERE id %s " + rows / 2 + ") TO STDOUT";
        for (String sql : List.of(half.formatted("<="), half.formatted(">"))) {
            all.add(CompletableFuture.runAsync(
                    () -> drain(() -> servers.source().open(BenchServers.DATABASE), sql)));
            all.add(CompletableFuture.runAsync(
                    () -> drain(() -> servers.target().open(BenchServers.DATABASE), sql)));
        }
        all.forEach(CompletableFuture::join);
        return now(servers).since(before);
    }

    /** Opens a session. */
    private interface Opening {
        Connection open() throws SQLException;
    }

    private static void drain(Opening opening, String sql) {
        try (Connection session = opening.open()) {
            CopyOut copy = session.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
            byte[] line = copy.readFromCopy();
            while (line != null) {
                line = copy.readFromCopy();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Usage verify(BenchServers servers, Path config) throws IOException {
        Path output = config.resolveSibling("verify.out");
        Usage before = now(servers);
        Process process = new ProcessBuilder(options.launcher().toString(), "verify", "-c", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        double client = 0;
        try {
            while (!process.waitFor(SAMPLE_MILLIS, TimeUnit.MILLISECONDS)) {
                client = Math.max(client, ProcessTimes.cpuSeconds(process.pid()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException("verify ended with " + process.exitValue() + "; see " + output);
        }
        Usage usage = now(servers).since(before);
        return new Usage(usage.wall(), usage.source(), usage.target(), client, usage.idle());
    }

    private static Usage now(BenchServers servers) {
        return servers.now(0);
    }
}

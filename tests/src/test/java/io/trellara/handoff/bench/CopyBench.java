package io.trellara.handoff.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Copies a table by bare pipes and by the job, in turn. One thread. */
final class CopyBench {
    static final long ROWS = 2_000_000;

    private static final String STARTED = """
            SELECT CASE WHEN to_regclass('trellara.snapshot_chunks') IS NULL THEN 0 ELSE 1 END""";
    private static final String CLAIMED = """
            SELECT count(*) FROM trellara.snapshot_chunks WHERE run_id = '%s' AND state IN ('claimed', 'copied')""";
    private static final String APPLIED = """
            SELECT coalesce(sum(rows), 0) FROM trellara.sink_applied WHERE run_id = '%s'""";

    private final BenchOptions options;
    private final Path folder;
    private final Report report;
    private final long rows;
    private final Costs costs;

    CopyBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
        this.rows = options.rowsOr(ROWS);
        this.costs = new Costs(report, rows, "row", 2);
    }

    /** @param startUp seconds from the process's start to its first chunk; {@code startCpu} the JVM's CPU in them */
    private record JobCopy(Usage copy, double startUp, double startCpu, double peakMegabytes) {}

    void run() throws SQLException, IOException {
        report.heading(BenchServers.DESCRIPTION, "./dev bench copy --rows " + rows + " --rounds " + options.rounds());
        List<Usage> pipes = new ArrayList<>();
        List<JobCopy> jobs = new ArrayList<>();
        try (BenchServers servers = new BenchServers(folder)) {
            BenchTable.fill(servers, rows);
            report.note(
                    "source filled: %d bytes a row on disk",
                    BenchServers.number(servers.source(), "SELECT pg_table_size('public.orders')") / rows);
            for (int round = 1; round <= options.rounds(); round++) {
                pipes.add(pipes(servers));
                jobs.add(job(servers, "copy" + round));
            }
        }
        print(pipes, jobs);
        report.record(options.record(), "copy");
    }

    private Usage pipes(BenchServers servers) throws SQLException, IOException {
        emptyTarget(servers);
        Usage usage = Pipes.run(servers, rows);
        requireAll(servers);
        costs.note("pipes", usage);
        return usage;
    }

    private JobCopy job(BenchServers servers, String run) throws SQLException, IOException {
        emptyTarget(servers);
        double begun = System.nanoTime() / 1e9;
        Path config = BenchJob.configure(folder, servers, BenchTable.NAME, run);
        try (BenchJob job = BenchJob.start(options.launcher(), config);
                Connection target = servers.target().open(BenchServers.DATABASE)) {
            BenchServers.await(target, STARTED, 1, job::requireAlive);
            BenchServers.await(target, CLAIMED.formatted(run), 1, job::requireAlive);
            Usage first = servers.now(job.pid());
            Map<String, Double> threads = ProcessTimes.threads(job.pid());
            BenchServers.await(target, APPLIED.formatted(run), rows, job::requireAlive);
            Usage last = servers.now(job.pid());
            Usage copy = last.since(first);
            report.note("CPU by thread: %s", ProcessTimes.busiest(threads, ProcessTimes.threads(job.pid())));
            double peak = ProcessTimes.peakMegabytes(job.pid());
            costs.note("job", copy);
            report.note("started after %.1f s; %.0f MB", first.wall() - begun, peak);
            requireAll(servers);
            return new JobCopy(copy, first.wall() - begun, first.client(), peak);
        } finally {
            servers.atSource("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active");
        }
    }

    private static void emptyTarget(BenchServers servers) throws SQLException {
        servers.atTarget("DROP TABLE IF EXISTS " + BenchTable.NAME, BenchTable.DDL);
        servers.settle();
    }

    private void requireAll(BenchServers servers) throws SQLException {
        long there = BenchServers.number(servers.target(), "SELECT count(*) FROM " + BenchTable.NAME);
        if (there != rows) {
            throw new IllegalStateException(there + " rows at the target, " + rows + " at the source");
        }
    }

    private void print(List<Usage> pipes, List<JobCopy> jobs) {
        List<Usage> copies = jobs.stream().map(JobCopy::copy).toList();
        costs.heading();
        costs.row("two pipes of " + (Pipes.psql() ? "psql" : "Java") + " (servers only)", pipes);
        costs.row("the job", copies);
        report.line("");
        double rate = Report.median(pipes, Usage::wall) / Report.median(copies, Usage::wall);
        double cpu = Report.median(copies, Usage::all) / Report.median(pipes, Usage::all);
        report.line(
                "Medians of %d. Rate %.2f of the pipes' (at least 0.85), CPU %.2f times theirs (at most 1.35). Peak"
                        + " memory of the job's JVM %.0f MB (below 800). From the process's start to its first chunk"
                        + " %.1f s and %.1f s of CPU.",
                jobs.size(),
                rate,
                cpu,
                Report.median(jobs, JobCopy::peakMegabytes),
                Report.median(jobs, JobCopy::startUp),
                Report.median(jobs, JobCopy::startCpu));
    }
}

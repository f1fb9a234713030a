package io.trellara.handoff.bench;

import io.trellara.handoff.bench.BenchJob.Copied;
import io.trellara.handoff.config.DatabaseKind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Copies a table out of MySQL by bare statements and by the job, in turn. The job is measured from its first evidence,
 * before preflight, plan and locks, until the handoff is recorded. One thread.
 */
final class MysqlCopyBench {
    private static final long ROWS = 2_000_000;

    /** Two readers have at least two chunks each, and chunks are the default's where the table is large enough. */
    private static final long CHUNKS = 4, CHUNK_ROWS = 500_000;

    private static final String TABLES = "SELECT count(*) FROM information_schema.tables"
            + " WHERE table_schema = 'trellara' AND table_name IN ('snapshot_runs', 'snapshot_handoff_events',"
            + " 'sink_applied')";
    private static final String BEGUN = "SELECT count(*) FROM trellara.snapshot_runs WHERE run_id = '%s'";
    private static final String WAVE = "SELECT count(*) FROM trellara.snapshot_waves WHERE run_id = '%s'";
    private static final String APPLIED =
            "SELECT coalesce(sum(applied.rows), 0) FROM trellara.sink_applied applied WHERE run_id = '%s'";
    private static final String HANDED_OFF =
            "SELECT count(*) FROM trellara.snapshot_handoff_events WHERE run_id = '%s'";

    private final BenchOptions options;
    private final Path folder;
    private final Report report;
    private final long rows;
    private final Costs costs;

    MysqlCopyBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
        this.rows = options.rowsOr(ROWS);
        this.costs = new Costs(report, rows, "row", 2);
    }

    private record JobCopy(Usage whole, double peakMegabytes) {}

    /** What was measured with one kind of target. */
    private record Rounds(List<Usage> pipes, List<JobCopy> jobs) {
        Rounds() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        List<Usage> copies() {
            return jobs.stream().map(JobCopy::whole).toList();
        }

        double rate() {
            return Report.median(pipes, Usage::wall) / Report.median(copies(), Usage::wall);
        }

        double cpu() {
            return Report.median(copies(), Usage::all) / Report.median(pipes, Usage::all);
        }

        double peak() {
            return Report.median(jobs, JobCopy::peakMegabytes);
        }
    }

    void run() throws SQLException, IOException {
        report.heading(
                MysqlBenchServers.DESCRIPTION + "; PostgreSQL 17, durable",
                "./dev bench mysql-copy --rows " + rows + " --rounds " + options.rounds());
        Map<DatabaseKind, Rounds> all = new LinkedHashMap<>();
        try (MysqlBenchServers servers = new MysqlBenchServers(folder)) {
            MysqlBenchTable.fill(servers.source(), rows);
            report.note("source filled");
            for (int round = 1; round <= options.rounds(); round++) {
                for (DatabaseKind kind : options.targets()) {
                    round(
                            servers,
                            servers.target(kind),
                            all.computeIfAbsent(kind, k -> new Rounds()),
                            "copy-" + kind.name().toLowerCase(Locale.ROOT) + round);
                }
            }
        }
        print(all);
        report.record(options.record(), "mysql-copy");
    }

    private void print(Map<DatabaseKind, Rounds> all) {
        costs.heading();
        all.forEach((kind, rounds) -> {
            String into = kind == DatabaseKind.MYSQL ? "`LOAD DATA LOCAL`" : "`COPY`";
            costs.row("`SELECT` into " + into, rounds.pipes());
            costs.row("the job, to " + MysqlBenchServers.name(kind), rounds.copies());
        });
        report.line("");
        report.line(
                "Medians of %d. %s",
                options.rounds(),
                all.entrySet().stream().map(e -> text(e.getKey(), e.getValue())).collect(Collectors.joining(" ")));
    }

    private static String text(DatabaseKind kind, Rounds rounds) {
        return String.format(
                Locale.ROOT,
                "To %s: rate %.2f of the bare statements'%s, CPU %.2f times theirs, peak memory of the job's JVM %.0f MB.",
                MysqlBenchServers.name(kind),
                rounds.rate(),
                kind == DatabaseKind.MYSQL ? " (at least 0.7)" : "",
                rounds.cpu(),
                rounds.peak());
    }

    private void round(MysqlBenchServers servers, BenchSide target, Rounds rounds, String run)
            throws SQLException, IOException {
        empty(servers, target);
        Usage pipe = MysqlPipes.run(servers, target, chunks());
        requireAll(target);
        costs.note("statements", pipe);
        rounds.pipes().add(pipe);
        empty(servers, target);
        JobCopy job = job(servers, target, run);
        requireAll(target);
        costs.note("job", job.whole());
        rounds.jobs().add(job);
    }

    private JobCopy job(MysqlBenchServers servers, BenchSide target, String run) throws SQLException, IOException {
        String copy = "copy: {chunk-rows: " + chunkRows() + "}";
        Path config = BenchJob.configure(
                folder,
                servers.source().database(),
                target.database(),
                new Copied(MysqlBenchTable.NAME, run),
                rows < CHUNKS * CHUNK_ROWS ? copy : "");
        try (BenchJob job = BenchJob.start(options.launcher(), config);
                Connection asked = target.open()) {
            BenchServers.await(asked, TABLES, 3, job::requireAlive);
            BenchServers.await(asked, BEGUN.formatted(run), 1, job::requireAlive);
            Usage first = servers.now(target, job.pid());
            Map<String, Double> threads = ProcessTimes.threads(job.pid());
            BenchServers.await(asked, WAVE.formatted(run), 1, job::requireAlive);
            double planned = servers.now(target, 0).since(first).wall();
            BenchServers.await(asked, APPLIED.formatted(run), rows, job::requireAlive);
            double applied = servers.now(target, 0).since(first).wall();
            BenchServers.await(asked, HANDED_OFF.formatted(run), 1, job::requireAlive);
            Usage whole = servers.now(target, job.pid()).since(first);
            report.note("wave planned after %.2f s, all rows applied after %.2f s", planned, applied);
            report.note("CPU by thread: %s", ProcessTimes.busiest(threads, ProcessTimes.threads(job.pid())));
            return new JobCopy(whole, ProcessTimes.peakMegabytes(job.pid()));
        }
    }

    private long chunkRows() {
        return Math.min(CHUNK_ROWS, (rows + CHUNKS - 1) / CHUNKS);
    }

    private List<String> chunks() {
        List<String> chunks = new ArrayList<>();
        for (long from = 1; from <= rows; from += chunkRows()) {
            chunks.add(from + "-" + Math.min(rows, from + chunkRows() - 1));
        }
        return chunks;
    }

    private static void empty(MysqlBenchServers servers, BenchSide target) throws SQLException {
        MysqlBenchTable.createEmpty(target);
        if (target.kind() == DatabaseKind.MYSQL) {
            target.execute("FLUSH BINARY LOGS", "PURGE BINARY LOGS BEFORE now()");
        }
        servers.settle();
    }

    private void requireAll(BenchSide target) throws SQLException {
        long there = target.number("SELECT count(*) FROM " + MysqlBenchTable.NAME);
        if (there != rows) {
            throw new IllegalStateException(there + " rows at the target, " + rows + " at the source");
        }
    }
}

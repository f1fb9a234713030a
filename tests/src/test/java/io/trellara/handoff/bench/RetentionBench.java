package io.trellara.handoff.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * How much of the source's log the run's slot retains while a table is copied beside writers, in both schedules. One
 * thread.
 */
final class RetentionBench {
    private static final long ROWS = 2_000_000;
    private static final int PER_SECOND = 500, SECONDS = 40;
    private static final long SAMPLE_NANOS = 200_000_000;
    private static final String BEHIND = """
            SELECT coalesce(max(pg_current_wal_lsn() - %s), 0)::bigint FROM pg_replication_slots
            WHERE slot_name = 'bench_%s'""";
    private static final String EVIDENCE =
            "SELECT CASE WHEN to_regclass('trellara.snapshot_handoff_events') IS NULL THEN 0 ELSE 1 END";
    private static final String HANDED_OFF =
            "SELECT count(*) FROM trellara.snapshot_handoff_events WHERE run_id = '%s'";
    private static final String WAVES = "SELECT count(*) FROM trellara.snapshot_waves WHERE run_id = '%s'";

    private final BenchOptions options;
    private final Path folder;
    private final Report report;
    private final long rows;
    private long nextId;

    RetentionBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
        this.rows = options.rowsOr(ROWS);
        this.nextId = 10 * rows;
    }

    /** The most that was seen between slot and handoff, in bytes. */
    private record Retained(long log, long unconfirmed, long waves, double seconds) {}

    void run() throws SQLException, IOException {
        report.heading(BenchServers.DESCRIPTION, "./dev bench retention --rows " + rows);
        report.line("| schedule | waves | copy s | most log retained MB | most log unconfirmed MB |");
        report.line("|---|---|---|---|---|");
        try (BenchServers servers = new BenchServers(folder)) {
            BenchTable.fill(servers, rows);
            row("copy-then-stream", servers, "strict", "");
            String waves = "copy: {schedule: woven, chunk-rows: %d, wave-rows: %d}".formatted(rows / 40, rows / 10);
            row("woven", servers, "woven", waves);
        }
        report.line("");
        report.line(
                "%d transactions of one row a second beside the copy. Retained: behind the slot's restart position;"
                        + " unconfirmed: behind its confirmed one.",
                PER_SECOND);
        report.record(options.record(), "retention");
    }

    private void row(String schedule, BenchServers servers, String run, String more) throws SQLException, IOException {
        servers.atTarget("DROP TABLE IF EXISTS " + BenchTable.NAME, BenchTable.DDL);
        servers.settle();
        Path config = BenchJob.configure(folder, servers, BenchTable.NAME, run, more);
        PacedWriters writers = new PacedWriters(nextId, SECONDS * PER_SECOND, PER_SECOND);
        nextId += SECONDS * PER_SECOND;
        Retained most;
        try (BenchJob job = BenchJob.start(options.launcher(), config)) {
            CompletableFuture<long[]> written = CompletableFuture.supplyAsync(() -> writers.write(servers));
            most = watch(servers, run, job);
            written.join();
        }
        servers.atSource("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active");
        report.line(
                "| %s | %d | %.1f | %.1f | %.1f |",
                schedule, most.waves(), most.seconds(), most.log() / 1e6, most.unconfirmed() / 1e6);
    }

    private static Retained watch(BenchServers servers, String run, BenchJob job) throws SQLException {
        long log = 0;
        long unconfirmed = 0;
        long begun = System.nanoTime();
        try (Connection source = servers.source().open(BenchServers.DATABASE);
                Connection target = servers.target().open(BenchServers.DATABASE)) {
            BenchServers.await(target, EVIDENCE, 1, job::requireAlive);
            while (BenchServers.number(target, HANDED_OFF.formatted(run)) == 0) {
                job.requireAlive();
                begun = log == 0 ? System.nanoTime() : begun;
                log = Math.max(log, BenchServers.number(source, BEHIND.formatted("restart_lsn", run)));
                unconfirmed = Math.max(
                        unconfirmed, BenchServers.number(source, BEHIND.formatted("confirmed_flush_lsn", run)));
                LockSupport.parkNanos(SAMPLE_NANOS);
            }
            long waves = BenchServers.number(target, WAVES.formatted(run));
            return new Retained(log, unconfirmed, waves, (System.nanoTime() - begun) / 1e9);
        }
    }
}

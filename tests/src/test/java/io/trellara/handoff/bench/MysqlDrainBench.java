package io.trellara.handoff.bench;

import io.trellara.handoff.bench.BenchJob.Copied;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
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
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Applies updates that were committed while nobody listened: by the job and by a replica of the source, in turn, from
 * the moment that either reads the log. Every row is updated once a round, in an order that is not the table's. One
 * thread.
 */
final class MysqlDrainBench {
    private static final long REVISION = 1_000_000;
    private static final long POLL_NANOS = 20_000_000, LIMIT_NANOS = 60_000_000_000L;
    private static final String READERS =
            "SELECT coalesce(max(id), 0) FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'";

    private final BenchOptions options;
    private final Path folder;
    private final Report report;
    private final long changes;
    private final Costs costs;
    private final List<Usage> replicas = new ArrayList<>();
    private final Map<DatabaseKind, List<Usage>> jobs = new LinkedHashMap<>();

    MysqlDrainBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
        this.changes = options.rowsOr(DrainBench.CHANGES);
        this.costs = new Costs(report, changes, "change", 1);
    }

    void run() throws SQLException, IOException {
        report.heading(
                MysqlBenchServers.DESCRIPTION,
                "./dev bench mysql-drain --rows " + changes + " --rounds " + options.rounds());
        try (MysqlBenchServers servers = new MysqlBenchServers(folder)) {
            MysqlBenchTable.fill(servers.source(), changes);
            createUpdates(servers.source());
            for (DatabaseKind kind : options.targets()) {
                jobs.put(kind, new ArrayList<>());
                copy(servers, servers.target(kind));
            }
            try (MysqlReplica replica = new MysqlReplica(servers)) {
                replica.stop();
                report.note("all have copied the table");
                for (int round = 1; round <= options.rounds(); round++) {
                    round(servers, replica, round);
                }
            }
        }
        print();
        report.record(options.record(), "mysql-drain");
    }

    private void copy(MysqlBenchServers servers, BenchSide target) throws SQLException, IOException {
        MysqlBenchTable.createEmpty(target);
        Path config = configure(servers, target);
        try (BenchJob first = BenchJob.start(options.launcher(), config, "--until", "streaming")) {
            first.awaitEnd();
        }
    }

    private Path configure(MysqlBenchServers servers, BenchSide target) throws IOException {
        Copied copied = new Copied(MysqlBenchTable.NAME, run(target));
        return BenchJob.configure(folder, servers.source().database(), target.database(), copied, "");
    }

    private static String run(BenchSide target) {
        return "drain-" + target.kind().name().toLowerCase(Locale.ROOT);
    }

    private void round(MysqlBenchServers servers, MysqlReplica replica, int round) throws SQLException, IOException {
        change(servers, round);
        if (round % 2 == 1) {
            replicas.add(replicated(servers, replica, round));
        }
        for (DatabaseKind kind : options.targets()) {
            Usage usage = job(servers, servers.target(kind), round);
            costs.note("job, " + kind, usage);
            Objects.requireNonNull(jobs.get(kind)).add(usage);
        }
        if (round % 2 == 0) {
            replicas.add(replicated(servers, replica, round));
        }
    }

    private void createUpdates(BenchSide source) throws SQLException {
        source.execute("""
                CREATE PROCEDURE bench.updates(revision bigint)
                BEGIN
                  DECLARE i bigint DEFAULT 1;
                  WHILE i <= %1$d DO
                    IF i %% 10 = 1 THEN START TRANSACTION; END IF;
                    UPDATE bench.orders SET amount = revision, paid = 1 - paid WHERE id = 1 + i * %2$d %% %1$d;
                    IF i %% 10 = 0 THEN COMMIT; END IF;
                    SET i = i + 1;
                  END WHILE;
                  COMMIT;
                END""".formatted(changes, DrainBench.STRIDE));
    }

    private void change(MysqlBenchServers servers, int round) throws SQLException {
        servers.source()
                .execute(
                        "SET GLOBAL sync_binlog = 0",
                        "SET GLOBAL innodb_flush_log_at_trx_commit = 2",
                        "CALL bench.updates(" + (REVISION + round) + ")",
                        "SET GLOBAL sync_binlog = 1",
                        "SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        servers.settle();
    }

    private Usage replicated(MysqlBenchServers servers, MysqlReplica replica, int round) throws SQLException {
        MysqlBenchServers.settle(replica.side());
        Usage begun = servers.now(replica.side(), 0);
        replica.start();
        replica.awaitAll();
        Usage usage = servers.now(replica.side(), 0).since(begun);
        replica.stop();
        requireAll(replica.side(), round);
        costs.note("replica", usage);
        return usage;
    }

    private Usage job(MysqlBenchServers servers, BenchSide target, int round) throws SQLException, IOException {
        servers.settle();
        long before = servers.source().number(READERS);
        try (BenchJob job = BenchJob.start(options.launcher(), configure(servers, target));
                Connection source = servers.source().open();
                Connection asked = target.open()) {
            BenchServers.await(source, READERS, before + 1, job::requireAlive);
            Map<String, Double> threads = ProcessTimes.threads(job.pid());
            Usage usage = applied(servers, target, asked, round, job);
            report.note("CPU by thread: %s", ProcessTimes.busiest(threads, ProcessTimes.threads(job.pid())));
            requireAll(target, round);
            awaitAcknowledged(servers, asked, run(target));
            return usage;
        }
    }

    /**
     * From now until the round's changes are there: first one of them is looked for, then the last ones of all lanes.
     */
    private Usage applied(MysqlBenchServers servers, BenchSide target, Connection asked, int round, BenchJob job)
            throws SQLException {
        Usage begun = servers.now(target, job.pid());
        BenchServers.await(asked, revised(round) + " AND id = " + id(changes), 1, job::requireAlive);
        long tail = Math.min(DrainBench.TAIL, changes);
        String last = LongStream.rangeClosed(changes - tail + 1, changes)
                .mapToObj(i -> Long.toString(id(i)))
                .collect(Collectors.joining(", "));
        BenchServers.await(asked, revised(round) + " AND id IN (" + last + ")", tail, job::requireAlive);
        return servers.now(target, job.pid()).since(begun);
    }

    /** The row that the {@code i}-th update changes. */
    private long id(long i) {
        return 1 + i * DrainBench.STRIDE % changes;
    }

    private static String revised(int round) {
        return "SELECT count(*) FROM " + MysqlBenchTable.NAME + " WHERE amount = " + (REVISION + round);
    }

    private void requireAll(BenchSide side, int round) throws SQLException {
        long there = side.number(revised(round));
        if (there != changes) {
            throw new IllegalStateException(there + " changes at the target, " + changes + " made");
        }
    }

    /** Waits until the run will not read these changes again, so that the next round pays for itself alone. */
    private static void awaitAcknowledged(MysqlBenchServers servers, Connection evidence, String run)
            throws SQLException {
        GtidSet executed = GtidSet.parse(servers.executed());
        String position = "SELECT stream_position FROM trellara.snapshot_runs WHERE run_id = '" + run + "'";
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!BinlogPosition.parse(BenchServers.text(evidence, position))
                .gtids()
                .covers(executed)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the run's position stays behind the source's log");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void print() {
        costs.heading();
        costs.row("a replica of the source", replicas);
        jobs.forEach((kind, usages) -> costs.row("the job, to " + MysqlBenchServers.name(kind), usages));
        report.line("");
        String rates = jobs.entrySet().stream()
                .map(job -> String.format(
                        Locale.ROOT,
                        "to %s %.2f times the replica's",
                        MysqlBenchServers.name(job.getKey()),
                        Report.median(replicas, Usage::wall) / Report.median(job.getValue(), Usage::wall)))
                .collect(Collectors.joining(", "));
        report.line(
                "Medians of %d; rate %s. The replica's appliers: %s; it is as durable as the others, and writes a"
                        + " binary log of its own.",
                options.rounds(), rates, MysqlReplica.DESCRIPTION);
    }
}

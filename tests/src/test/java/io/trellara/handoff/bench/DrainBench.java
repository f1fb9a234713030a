package io.trellara.handoff.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Applies updates that were committed while nobody listened: by the job and by a subscription, in turn, from the moment
 * that either streams. Every row is updated once a round, in an order that is not the table's. One thread.
 */
final class DrainBench {
    static final long CHANGES = 300_000;

    /** A prime, so that multiples of it meet every row once. */
    static final long STRIDE = 7_368_787;

    /** So many of the last changes are looked at: enough to have one of every lane among them. */
    static final long TAIL = 2_000;

    private static final String RUN = "drain";
    private static final String SLOT = "bench_" + RUN;
    private static final long REVISION = 1_000_000;

    private final BenchOptions options;
    private final Path folder;
    private final Report report;
    private final long changes;
    private final Costs costs;

    DrainBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
        this.changes = options.rowsOr(CHANGES);
        this.costs = new Costs(report, changes, "change", 1);
    }

    void run() throws SQLException, IOException {
        report.heading(
                BenchServers.DESCRIPTION, "./dev bench drain --rows " + changes + " --rounds " + options.rounds());
        List<Usage> jobs = new ArrayList<>();
        List<Usage> subscriptions = new ArrayList<>();
        try (BenchServers servers = new BenchServers(folder)) {
            BenchTable.fill(servers, changes);
            Subscription subscription = new Subscription(servers);
            subscription.disable();
            Path config = BenchJob.configure(folder, servers, BenchTable.NAME, RUN);
            try (BenchJob first = BenchJob.start(options.launcher(), config, "--until", "streaming")) {
                first.awaitEnd();
            }
            report.note("both have copied the table");
            for (int round = 1; round <= options.rounds(); round++) {
                change(servers, round);
                if (round % 2 == 1) {
                    subscriptions.add(subscribed(servers, subscription, round));
                    jobs.add(job(servers, config, round));
                } else {
                    jobs.add(job(servers, config, round));
                    subscriptions.add(subscribed(servers, subscription, round));
                }
            }
        }
        print(jobs, subscriptions);
        report.record(options.record(), RUN);
    }

    private void change(BenchServers servers, int round) throws SQLException {
        servers.atSource("""
                SET synchronous_commit = off;
                DO $$ BEGIN
                  FOR i IN 1..%1$d LOOP
                    UPDATE public.orders SET amount = %2$d, paid = NOT paid WHERE id = 1 + i::bigint * %3$d %% %1$d;
                    IF i %% 10 = 0 THEN COMMIT; END IF;
                  END LOOP;
                END $$""".formatted(changes, REVISION + round, STRIDE), "VACUUM public.orders");
        servers.settle();
    }

    private Usage subscribed(BenchServers servers, Subscription subscription, int round) throws SQLException {
        try (Connection target = subscription.open()) {
            subscription.enable();
            servers.awaitSlot(Subscription.SLOT, true, () -> {});
            Usage usage = applied(servers, target, round, 0, () -> {});
            costs.note("subscription", usage);
            servers.awaitAcknowledged(Subscription.SLOT, () -> {});
            return usage;
        } finally {
            subscription.disable();
            servers.settle();
        }
    }

    private Usage job(BenchServers servers, Path config, int round) throws SQLException, IOException {
        try (BenchJob job = BenchJob.start(options.launcher(), config);
                Connection target = servers.target().open(BenchServers.DATABASE)) {
            servers.awaitSlot(SLOT, true, job::requireAlive);
            Map<String, Double> threads = ProcessTimes.threads(job.pid());
            Usage usage = applied(servers, target, round, job.pid(), job::requireAlive);
            report.note("CPU by thread: %s", ProcessTimes.busiest(threads, ProcessTimes.threads(job.pid())));
            costs.note("job", usage);
            servers.awaitAcknowledged(SLOT, job::requireAlive);
            return usage;
        } finally {
            servers.awaitSlot(SLOT, false, () -> {});
            servers.settle();
        }
    }

    /** From now until the round's changes are there. */
    private Usage applied(BenchServers servers, Connection target, int round, long client, Runnable alive)
            throws SQLException {
        Usage begun = servers.now(client);
        String revised = "SELECT count(*) FROM public.orders WHERE amount = " + (REVISION + round);
        String among = " AND id IN (SELECT 1 + i::bigint * %1$d %% %2$d FROM generate_series(%3$d, %2$d) i)";
        BenchServers.await(target, revised + among.formatted(STRIDE, changes, changes), 1, alive);
        long tail = Math.min(TAIL, changes);
        BenchServers.await(target, revised + among.formatted(STRIDE, changes, changes - tail + 1), tail, alive);
        Usage usage = servers.now(client).since(begun);
        long there = BenchServers.number(target, revised);
        if (there != changes) {
            throw new IllegalStateException(there + " changes at the target, " + changes + " made");
        }
        return usage;
    }

    private void print(List<Usage> jobs, List<Usage> subscriptions) {
        costs.heading();
        costs.row("PostgreSQL's subscription", subscriptions);
        costs.row("the job", jobs);
        report.line("");
        report.line(
                "Medians of %d. Rate %.2f times the subscription's (at least 1.2).",
                jobs.size(), Report.median(subscriptions, Usage::wall) / Report.median(jobs, Usage::wall));
    }
}

package io.trellara.handoff.bench;

import io.trellara.handoff.Sources;
import io.trellara.handoff.config.LockStrategy;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.OwnView;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Opens views beside writers, one after the other, and tells what each has cost the source. One thread. */
final class MysqlLockBench {
    private static final long ROWS = 50_000;
    private static final int VIEWS = 200;
    private static final long ALONE_NANOS = 5_000_000_000L;

    private final BenchOptions options;
    private final Path folder;
    private final Report report;

    MysqlLockBench(BenchOptions options, Path folder, PrintStream screen) {
        this.options = options;
        this.folder = folder;
        this.report = new Report(screen);
    }

    void run() throws SQLException, IOException {
        report.heading(MysqlBenchServers.DESCRIPTION, "./dev bench mysql-locks");
        report.line("| lock strategy | views | wait p50 ms | p99 ms | longest ms | hold p50 ms | p99 ms | longest ms |"
                + " attempts, most | writers' transactions/s alone | beside views |");
        report.line("|---|---|---|---|---|---|---|---|---|---|---|");
        try (MysqlBenchServers servers = new MysqlBenchServers(folder)) {
            MysqlBenchTable.fill(servers.source(), ROWS);
            for (LockStrategy strategy : LockStrategy.values()) {
                views(servers, strategy);
            }
        }
        report.line("");
        report.line(
                "%d writers, one row a transaction, up to 4 ms between two. Wait: from the reader's asking until the"
                        + " locks were held, both connections' opening included. Hold: for how long no writer could"
                        + " commit. Every view is opened on new connections and closed before the next.",
                MysqlWriters.COUNT);
        report.record(options.record(), "mysql-locks");
    }

    private void views(MysqlBenchServers servers, LockStrategy strategy) {
        Dialect dialect = Sources.of(config(servers.source(), strategy));
        String identity = dialect.identity().text();
        Position floor = dialect.currentPosition(identity, BinlogPosition.of(GtidSet.EMPTY));
        OwnView.Order order = new OwnView.Order(identity, floor, List.of(relation()));
        List<OwnView.Cost> costs = new ArrayList<>();
        double alone;
        double beside;
        try (MysqlWriters writers = new MysqlWriters(servers.source(), ROWS)) {
            awaitFirst(writers);
            long begun = System.nanoTime();
            long before = writers.committed();
            LockSupport.parkNanos(ALONE_NANOS);
            alone = rate(writers.committed() - before, begun);
            begun = System.nanoTime();
            before = writers.committed();
            for (int i = 0; i < VIEWS; i++) {
                try (OwnView view = dialect.openOwnView(order, waiting -> {})) {
                    costs.add(view.cost());
                }
            }
            beside = rate(writers.committed() - before, begun);
        }
        row(strategy, costs, alone, beside);
    }

    private static void awaitFirst(MysqlWriters writers) {
        while (writers.committed() < MysqlWriters.COUNT) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static double rate(long transactions, long since) {
        return transactions * 1e9 / (System.nanoTime() - since);
    }

    private void row(LockStrategy strategy, List<OwnView.Cost> costs, double alone, double beside) {
        double[] waits = costs.stream().mapToDouble(c -> millis(c.waited())).toArray();
        double[] holds = costs.stream().mapToDouble(c -> millis(c.held())).toArray();
        report.line(
                "| `%s` | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %d | %.0f | %.0f |",
                strategy.statement(),
                costs.size(),
                Report.percentile(waits, 0.5),
                Report.percentile(waits, 0.99),
                Report.percentile(waits, 1),
                Report.percentile(holds, 0.5),
                Report.percentile(holds, 0.99),
                Report.percentile(holds, 1),
                costs.stream().mapToInt(OwnView.Cost::attempts).max().orElseThrow(),
                alone,
                beside);
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static Relation relation() {
        return new Relation(MysqlBenchServers.DATABASE, "orders");
    }

    private static SourceConfig config(BenchSide source, LockStrategy strategy) {
        return new SourceConfig(
                new RunKey("bench", "bench", "locks"),
                source.database(),
                source.database(),
                List.of(relation()),
                new SourceConfig.Replication(SourceConfig.NO_SLOT, SourceConfig.NO_SLOT, false, false),
                new SourceConfig.Copy(500_000, 1 << 16, false),
                new SourceConfig.Stream(128, 1_000),
                new SourceConfig.Limits(600_000, 30_000, 600_000, new SourceConfig.Locks(strategy, 2_000)));
    }
}

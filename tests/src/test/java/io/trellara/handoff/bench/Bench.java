package io.trellara.handoff.bench;

import io.trellara.handoff.local.FileTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Runs the benchmarks asked for: {@code ./dev bench [copy|drain|latency|retention|verify|mysql] [--rows N] [--rounds N]
 * [--target mysql|postgres] [--record]}.
 */
final class Bench {
    private Bench() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        PrintStream screen = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BenchOptions options = BenchOptions.parse(arguments);
        for (BenchOptions.Kind kind : options.kinds()) {
            Path folder = Files.createTempDirectory("handoff-bench-");
            switch (kind) {
                case COPY -> new CopyBench(options, folder, screen).run();
                case DRAIN -> new DrainBench(options, folder, screen).run();
                case LATENCY -> new LatencyBench(options, folder, screen).run();
                case RETENTION -> new RetentionBench(options, folder, screen).run();
                case VERIFY -> new VerifyBench(options, folder, screen).run();
                case MYSQL_COPY -> new MysqlCopyBench(options, folder, screen).run();
                case MYSQL_LOCKS -> new MysqlLockBench(options, folder, screen).run();
                case MYSQL_DRAIN -> new MysqlDrainBench(options, folder, screen).run();
            }
            FileTree.remove(folder);
        }
    }
}

package io.trellara.handoff.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was asked for.
 *
 * @param kinds the benchmarks, in order
 * @param rows rows to copy, or changes to drain; 0 for the benchmark's own size
 * @param rounds measured pairs
 * @param record the page whose sections are replaced; empty to print only
 * @param launcher the script that starts the job
 */
record BenchOptions(List<Kind> kinds, long rows, int rounds, Optional<Path> record, Path launcher) {
    /** The benchmarks. */
    enum Kind {
        COPY,
        DRAIN,
        LATENCY,
        RETENTION
    }

    static BenchOptions parse(String[] arguments) {
        List<Kind> kinds = new java.util.ArrayList<>();
        long rows = 0;
        int rounds = 3;
        Optional<Path> record = Optional.empty();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--rows" -> rows = Long.parseLong(arguments[++i].replace("_", ""));
                case "--rounds" -> rounds = Integer.parseInt(arguments[++i]);
                case "--record" -> record = Optional.of(Path.of("docs", "benchmarks.md"));
                default -> kinds.add(Kind.valueOf(arguments[i].toUpperCase(Locale.ROOT)));
            }
        }
        return new BenchOptions(
                kinds.isEmpty() ? List.of(Kind.values()) : List.copyOf(kinds),
                rows,
                rounds,
                record,
                Path.of("handoff").toAbsolutePath());
    }

    long rowsOr(long own) {
        return rows == 0 ? own : rows;
    }
}

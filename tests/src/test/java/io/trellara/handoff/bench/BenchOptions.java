package io.trellara.handoff.bench;

import io.trellara.handoff.config.DatabaseKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was asked for.
 *
 * @param kinds the benchmarks, in order
 * @param rows rows to copy, or changes to drain; 0 for the benchmark's own size
 * @param rounds measured pairs
 * @param targets of the benchmarks that have targets of two kinds
 * @param record the page whose sections are replaced; empty to print only
 * @param launcher the script that starts the job
 */
record BenchOptions(
        List<Kind> kinds, long rows, int rounds, List<DatabaseKind> targets, Optional<Path> record, Path launcher) {
    /** The benchmarks. */
    enum Kind {
        COPY,
        DRAIN,
        LATENCY,
        RETENTION,
        VERIFY,
        MYSQL_COPY,
        MYSQL_LOCKS,
        MYSQL_DRAIN
    }

    static BenchOptions parse(String[] arguments) {
        List<Kind> kinds = new ArrayList<>();
        List<DatabaseKind> targets = List.of(DatabaseKind.MYSQL, DatabaseKind.POSTGRESQL);
        long rows = 0;
        int rounds = 3;
        Optional<Path> record = Optional.empty();
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--rows" -> rows = Long.parseLong(arguments[++i].replace("_", ""));
                case "--rounds" -> rounds = Integer.parseInt(arguments[++i]);
                case "--target" -> targets = List.of(target(arguments[++i]));
                case "--record" -> record = Optional.of(Path.of("docs", "benchmarks.md"));
                case "mysql" -> kinds.addAll(List.of(Kind.MYSQL_COPY, Kind.MYSQL_LOCKS, Kind.MYSQL_DRAIN));
                default ->
                    kinds.add(Kind.valueOf(arguments[i].toUpperCase(Locale.ROOT).replace('-', '_')));
            }
        }
        return new BenchOptions(
                kinds.isEmpty() ? List.of(Kind.values()) : List.copyOf(kinds),
                rows,
                rounds,
                targets,
                record,
                Path.of("handoff").toAbsolutePath());
    }

    private static DatabaseKind target(String word) {
        return switch (word) {
            case "mysql" -> DatabaseKind.MYSQL;
            case "postgres" -> DatabaseKind.POSTGRESQL;
            default -> throw new IllegalArgumentException("--target is mysql or postgres, not " + word);
        };
    }

    long rowsOr(long own) {
        return rows == 0 ? own : rows;
    }
}

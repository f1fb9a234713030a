package io.trellara.handoff.job;

import io.trellara.handoff.config.Option;
import io.trellara.handoff.config.OptionType;
import io.trellara.handoff.config.OptionValues;
import io.trellara.handoff.model.RunKey;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The keys of {@code run --local}. On a cluster the cluster's own configuration says all this. */
final class LocalOptions {
    static final Option<Long> PARALLELISM = Option.of(
            "local.parallelism",
            OptionType.count(1, 256),
            "2",
            "Chunk readers and sink writers of run --local; each has a connection of its own at either end.");
    static final Option<Duration> CHECKPOINT_INTERVAL = Option.of(
            "local.checkpoint-interval",
            OptionType.duration("100ms", "1h"),
            "2s",
            "Time between checkpoints of run --local. Evidence and acknowledgement move once per checkpoint.");
    static final Option<String> CHECKPOINT_DIR = Option.of(
            "local.checkpoint-dir",
            OptionType.text(),
            ".handoff/checkpoints",
            "Folder for the checkpoints of run --local, relative to this file. The run resumes without it too.");
    static final Option<Long> RESTARTS = Option.of(
            "local.restarts",
            OptionType.count(0, 1_000_000),
            "10",
            "Failures in a row after which run --local gives up; ten minutes without one start the count over.");
    static final Option<Long> NETWORK_MEMORY = Option.of(
            "local.network-memory",
            OptionType.size("8mb", "4gb"),
            "32mb",
            "Memory of run --local for blocks between readers and sinks; raise it with local.parallelism.");

    static final Option<Long> METRICS_PORT = Option.derived(
            "local.metrics-port",
            OptionType.count(0, 65_535),
            "none: metrics are not served",
            "Port at which run --local serves its metrics to Prometheus, as /metrics; 0 takes a free one and prints it.");
    static final Option<String> METRICS_HOST = Option.of(
            "local.metrics-host",
            OptionType.text(),
            "127.0.0.1",
            "Address that local.metrics-port is bound to. Whoever reaches it may read the metrics: they are not guarded.");

    private LocalOptions() {}

    static List<Option<?>> all() {
        return List.of(
                PARALLELISM, CHECKPOINT_INTERVAL, CHECKPOINT_DIR, RESTARTS, NETWORK_MEMORY, METRICS_PORT, METRICS_HOST);
    }

    /** @param folder of the configuration file, that relative paths start from */
    static LocalConfig config(OptionValues values, RunKey run, Path folder) {
        Path checkpoints = folder.toAbsolutePath()
                .resolve(values.get(CHECKPOINT_DIR))
                .resolve(run.sourceId())
                .resolve(run.datasetId())
                .resolve(run.runId())
                .normalize();
        return new LocalConfig(
                Math.toIntExact(values.get(PARALLELISM)),
                values.get(CHECKPOINT_INTERVAL),
                checkpoints,
                Math.toIntExact(values.get(RESTARTS)),
                values.get(NETWORK_MEMORY),
                values.find(METRICS_PORT)
                        .map(port ->
                                InetSocketAddress.createUnresolved(values.get(METRICS_HOST), Math.toIntExact(port))));
    }
}

package io.trellara.handoff.job;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How {@code run --local} sets its one-process cluster up. On a cluster none of it is read.
 *
 * @param parallelism readers and sinks
 * @param checkpointInterval time between checkpoints
 * @param checkpointFolder holds the checkpoints of this run only; absolute
 * @param restarts failures after which the job gives up
 * @param networkMemoryBytes for blocks between operators
 * @param metrics where the metrics are served; not resolved yet, port 0 for a free one
 */
public record LocalConfig(
        int parallelism,
        Duration checkpointInterval,
        Path checkpointFolder,
        int restarts,
        long networkMemoryBytes,
        Optional<InetSocketAddress> metrics) {}

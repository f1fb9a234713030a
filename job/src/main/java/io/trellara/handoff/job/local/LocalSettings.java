package io.trellara.handoff.job.local;

import io.trellara.handoff.job.LocalConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.RecoveryClaimMode;

/** Flink's configuration for one process; what a cluster's own configuration says otherwise. */
final class LocalSettings {
    private static final Duration FIRST_DELAY = Duration.ofSeconds(1);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(30);
    private static final Duration QUIET = Duration.ofMinutes(10);

    private LocalSettings() {}

    /** @param restore the checkpoint to start from; the job takes it over and removes it when it is superseded */
    static Configuration of(LocalConfig local, Optional<Path> restore) {
        Configuration config = new Configuration();
        config.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
        config.set(CoreOptions.DEFAULT_PARALLELISM, local.parallelism());
        config.set(PipelineOptions.GENERIC_TYPES, false);
        checkpoints(config, local);
        restarts(config, local);
        process(config, local);
        restore.ifPresent(checkpoint -> {
            config.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint.toUri().toString());
            config.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        });
        return config;
    }

    /** Has the metrics reported to the server of that name. */
    static void report(Configuration config, String server) {
        Configuration reporter = MetricOptions.forReporter(config, "handoff");
        reporter.set(MetricOptions.REPORTER_FACTORY_CLASS, LocalReporterFactory.class.getName());
        reporter.setString(LocalReporterFactory.SERVER, server);
    }

    private static void checkpoints(Configuration config, LocalConfig local) {
        config.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        config.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        config.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                local.checkpointFolder().toUri().toString());
        config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, local.checkpointInterval());
        config.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        config.set(CheckpointingOptions.ENABLE_UNALIGNED, false);
        config.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        config.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 2);
    }

    private static void restarts(Configuration config, LocalConfig local) {
        if (local.restarts() == 0) {
            config.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
            return;
        }
        config.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        config.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, FIRST_DELAY);
        config.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, LONGEST_DELAY);
        config.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD, QUIET);
        config.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, local.restarts());
    }

    private static void process(Configuration config, LocalConfig local) {
        config.set(TaskManagerOptions.NUM_TASK_SLOTS, local.parallelism());
        MemorySize network = new MemorySize(local.networkMemoryBytes());
        config.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
        config.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
        config.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(16));
        config.set(RestOptions.BIND_PORT, "0");
        config.set(RestOptions.ADDRESS, "localhost");
        config.set(WebOptions.SUBMIT_ENABLE, false);
    }
}

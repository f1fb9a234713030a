package io.trellara.handoff.job;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.config.SourceOptions;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.execution.CheckpointingMode;

/**
 * What Flink must be set to before the job may start: aligned exactly-once checkpoints of a streaming job (R4). With
 * unaligned ones a completed checkpoint does not contain the rows that are still in channels. Checked and never set,
 * since managed services refuse options set in code.
 */
public final class FlinkSettings {
    private static final int INTERVALS_A_WAVE = 3;

    private FlinkSettings() {}

    /** Everything that stands against a start; empty when nothing does. */
    public static List<Finding> check(ReadableConfig config) {
        List<Finding> findings = new ArrayList<>();
        RuntimeExecutionMode mode = config.get(ExecutionOptions.RUNTIME_MODE);
        if (mode != RuntimeExecutionMode.STREAMING) {
            findings.add(new Finding(
                    ErrorCode.FLINK_BATCH_MODE,
                    ExecutionOptions.RUNTIME_MODE.key(),
                    mode.name(),
                    RuntimeExecutionMode.STREAMING.name(),
                    "set it in the cluster's configuration"));
        }
        if (config.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                .filter(interval -> interval.compareTo(Duration.ZERO) > 0)
                .isEmpty()) {
            findings.add(new Finding(
                    ErrorCode.FLINK_CHECKPOINTING_OFF,
                    CheckpointingOptions.CHECKPOINTING_INTERVAL.key(),
                    "no interval",
                    "an interval, 1s to 1m say",
                    "set it in the cluster's configuration, or switch checkpointing on in the managed service"));
        }
        checkAlignment(config, findings);
        return findings;
    }

    /**
     * The same as a refusal.
     *
     * @throws HandoffException FLINK_CHECKPOINTING_OFF, FLINK_UNALIGNED, FLINK_BATCH_MODE, CONFIG_INVALID
     */
    public static void require(ReadableConfig config, SourceConfig.Waves waves) {
        List<Finding> findings = new ArrayList<>(check(config));
        findings.addAll(checkWaves(config, waves));
        if (!findings.isEmpty()) {
            throw new HandoffException(findings, null);
        }
    }

    /**
     * Every wave of a woven copy ends with a checkpoint: one that is hardly longer than their interval would be spent
     * on waiting.
     */
    static List<Finding> checkWaves(ReadableConfig config, SourceConfig.Waves waves) {
        Duration interval =
                config.getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL).orElse(Duration.ZERO);
        if (!waves.woven() || waves.durationMillis() >= INTERVALS_A_WAVE * interval.toMillis()) {
            return List.of();
        }
        return List.of(new Finding(
                ErrorCode.CONFIG_INVALID,
                SourceOptions.WAVE_DURATION.key(),
                waves.durationMillis() + " ms with checkpoints every " + interval.toMillis() + " ms",
                "at least " + INTERVALS_A_WAVE + " checkpoint intervals",
                "set a longer " + SourceOptions.WAVE_DURATION.key() + ", or a shorter checkpoint interval"));
    }

    private static void checkAlignment(ReadableConfig config, List<Finding> findings) {
        for (var option : List.of(CheckpointingOptions.ENABLE_UNALIGNED, CheckpointingOptions.FORCE_UNALIGNED)) {
            if (config.get(option)) {
                findings.add(new Finding(
                        ErrorCode.FLINK_UNALIGNED, option.key(), "true", "false", "switch unaligned checkpoints off"));
            }
        }
        CheckpointingMode mode = config.get(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE);
        if (mode != CheckpointingMode.EXACTLY_ONCE) {
            findings.add(new Finding(
                    ErrorCode.FLINK_UNALIGNED,
                    CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key(),
                    mode.name(),
                    CheckpointingMode.EXACTLY_ONCE.name(),
                    "set it; without barriers that are waited for, checkpoints are not aligned"));
        }
    }
}

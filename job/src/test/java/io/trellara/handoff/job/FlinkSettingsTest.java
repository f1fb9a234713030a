package io.trellara.handoff.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.Schedule;
import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FlinkSettingsTest {
    private final Configuration config = new Configuration();

    private ListAssert<ErrorCode> assertRefusals() {
        return assertThat(
                FlinkSettings.check(config).stream().map(Finding::code).toList());
    }

    private void checkpointing() {
        config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
    }

    @Test
    void takesAlignedCheckpointsOfAStreamingJob() {
        checkpointing();
        assertRefusals().isEmpty();
        FlinkSettings.require(config, SourceConfig.Waves.ONE);
    }

    @Test
    void refusesCheckpointingThatIsOff() {
        assertRefusals().containsExactly(ErrorCode.FLINK_CHECKPOINTING_OFF);
        config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ZERO);
        assertRefusals().containsExactly(ErrorCode.FLINK_CHECKPOINTING_OFF);
    }

    @Test
    void refusesUnalignedCheckpointsAskedForOrForced() {
        checkpointing();
        config.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
        assertRefusals().containsExactly(ErrorCode.FLINK_UNALIGNED);
        config.set(CheckpointingOptions.FORCE_UNALIGNED, true);
        assertRefusals().containsExactly(ErrorCode.FLINK_UNALIGNED, ErrorCode.FLINK_UNALIGNED);
    }

    @Test
    void refusesAtLeastOnceBarriers() {
        checkpointing();
        config.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.AT_LEAST_ONCE);
        assertRefusals().containsExactly(ErrorCode.FLINK_UNALIGNED);
    }

    @ParameterizedTest
    @EnumSource(
            value = RuntimeExecutionMode.class,
            names = {"BATCH", "AUTOMATIC"})
    void refusesModesWithoutCheckpoints(RuntimeExecutionMode mode) {
        checkpointing();
        config.set(ExecutionOptions.RUNTIME_MODE, mode);
        assertRefusals().containsExactly(ErrorCode.FLINK_BATCH_MODE);
        assertThatThrownBy(() -> FlinkSettings.require(config, SourceConfig.Waves.ONE))
                .isInstanceOf(HandoffException.class);
    }

    @Test
    void refusesWavesHardlyLongerThanACheckpointInterval() {
        Configuration config = new Configuration();
        config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(60));
        SourceConfig.Waves waves = new SourceConfig.Waves(Schedule.WOVEN, 1_000, 120_000);
        assertThat(FlinkSettings.checkWaves(config, waves))
                .singleElement()
                .satisfies(finding -> assertThat(finding.object()).isEqualTo("copy.wave-duration"));
        config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(40));
        assertThat(FlinkSettings.checkWaves(config, waves)).isEmpty();
    }
}

package io.trellara.handoff.job.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RunOutlookTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    /** Four of ten chunks with 400 rows are copied: six more, of 600 rows. */
    private final RunFacts facts =
            RunFixture.run(RunState.COPYING_TABLE).chunksCopied(4).facts();

    @Test
    void saysHowLongTheCopyAndTheLogWillLast() {
        RunOutlook outlook = RunOutlook.of(facts, List.of(sample(0, 100, 1_000, 9_000), sample(30, 400, 4_000, 9_000)))
                .orElseThrow();
        assertThat(outlook.rowsPerSecond()).isEqualTo(10);
        assertThat(outlook.copyLeft()).contains(Duration.ofMinutes(1));
        assertThat(outlook.logLeft()).contains(Duration.ofSeconds(50));
        assertThat(outlook.at()).isEqualTo(START.plusSeconds(30));
    }

    @Test
    void whatIsLongAgoSaysNothingOfThePace() {
        RunOutlook outlook = RunOutlook.of(
                        facts,
                        List.of(sample(0, 0, 0, 9_000), sample(3_600, 399, 100, 9_000), sample(3_610, 400, 200, 9_000)))
                .orElseThrow();
        assertThat(outlook.copyLeft()).contains(Duration.ofMinutes(100));
        assertThat(outlook.logLeft()).contains(Duration.ofSeconds(880));
    }

    @Test
    void whatStandsStillHasNoEnd_andAnExhaustedLogHasNoTimeLeft() {
        RunOutlook still = RunOutlook.of(facts, List.of(sample(0, 400, 100, 9_000), sample(30, 400, 100, 9_000)))
                .orElseThrow();
        assertThat(still.copyLeft()).isEmpty();
        assertThat(still.logLeft()).isEmpty();
        RunOutlook full =
                RunOutlook.of(facts, List.of(sample(0, 400, 9_000, 9_000))).orElseThrow();
        assertThat(full.logLeft()).contains(Duration.ZERO);
        assertThat(RunOutlook.of(facts, List.of())).isEmpty();
    }

    private static RunSample sample(long seconds, long rows, long kept, long limit) {
        return new RunSample(
                START.plusSeconds(seconds),
                RunState.COPYING_TABLE,
                rows,
                rows * 50,
                ChangeCounts.NONE,
                Optional.empty(),
                new SourceLog(
                        OptionalLong.of(10),
                        OptionalLong.empty(),
                        OptionalLong.of(kept),
                        OptionalLong.of(limit),
                        OptionalLong.empty()));
    }
}

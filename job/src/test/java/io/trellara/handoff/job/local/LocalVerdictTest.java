package io.trellara.handoff.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFixture;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LocalVerdictTest {
    private static RunEnd end(RunFixture run, RunEnd.How how, Optional<Throwable> failure) {
        return new RunEnd(Optional.of(run.facts()), how, failure);
    }

    @Test
    void takesAHaltFromTheEvidenceWhateverTheJobSays() {
        RunFixture halted = RunFixture.run(RunState.FAILED_RECOVERABLE).failed("HANDOFF-4002 SLOT_MISSING");
        for (RunEnd.How how : RunEnd.How.values()) {
            assertThat(LocalVerdict.of(end(halted, how, Optional.empty()))
                            .orElseThrow()
                            .code())
                    .isEqualTo(ErrorCode.SLOT_MISSING);
        }
    }

    @Test
    void namesAProvenDivergenceAndItsRepair() {
        RunFixture diverged = RunFixture.run(RunState.FAILED_RECOVERABLE).failed(ErrorCode.DIVERGENCE_PROVEN.label());
        assertThat(LocalVerdict.of(end(diverged, RunEnd.How.STOPPED, Optional.empty())))
                .hasValueSatisfying(verdict -> assertThat(verdict)
                        .hasMessageContaining(ErrorCode.DIVERGENCE_PROVEN.label())
                        .hasMessageContaining("recopy --from-verification")
                        .hasMessageNotContaining("a halt"));
    }

    @Test
    void isContentWithAStopAndWithAGoal() {
        RunFixture streaming = RunFixture.run(RunState.STREAMING);
        assertThat(LocalVerdict.of(end(streaming, RunEnd.How.STOPPED, Optional.empty())))
                .isEmpty();
        assertThat(LocalVerdict.of(end(streaming, RunEnd.How.GOAL_REACHED, Optional.empty())))
                .isEmpty();
    }

    @Test
    void findsTheReasonOfAFailedJobBelowFlinksOwn() {
        HandoffException reason = new HandoffException(
                new Finding(ErrorCode.SINK_TRANSIENT, "public.orders", "SQLSTATE 57P01", "an answer", "run again"));
        Throwable failure = new RuntimeException("job failed", new IllegalStateException("task failed", reason));
        assertThat(LocalVerdict.of(
                        end(RunFixture.run(RunState.COPYING_TABLE), RunEnd.How.JOB_ENDED, Optional.of(failure))))
                .contains(reason);
    }

    @Test
    void callsAnEndWithoutAKnownReasonADefect() {
        RunFixture streaming = RunFixture.run(RunState.STREAMING);
        assertThat(LocalVerdict.of(end(streaming, RunEnd.How.JOB_ENDED, Optional.of(new RuntimeException("x"))))
                        .orElseThrow()
                        .code())
                .isEqualTo(ErrorCode.BUG);
        assertThat(LocalVerdict.of(end(streaming, RunEnd.How.JOB_ENDED, Optional.empty()))
                        .orElseThrow()
                        .code())
                .isEqualTo(ErrorCode.BUG);
    }
}

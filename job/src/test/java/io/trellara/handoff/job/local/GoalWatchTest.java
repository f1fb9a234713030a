package io.trellara.handoff.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFixture;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.SourceLog;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GoalWatchTest {
    private static Optional<LogReading> end(long position) {
        return Optional.of(new LogReading(new Lsn(position), SourceLog.UNKNOWN));
    }

    private static boolean reached(Goal goal, RunState state) {
        return new GoalWatch(goal).reached(RunFixture.run(state).facts(), Optional.empty());
    }

    @Test
    void ordersTheGoalsByTheStates() {
        assertThat(reached(Goal.HANDOFF, RunState.COPY_COMPLETE)).isFalse();
        assertThat(reached(Goal.HANDOFF, RunState.STREAM_HANDOFF_READY)).isTrue();
        assertThat(reached(Goal.STREAMING, RunState.STREAM_HANDOFF_READY)).isFalse();
        assertThat(reached(Goal.STREAMING, RunState.STREAMING)).isTrue();
        assertThat(reached(Goal.NONE, RunState.STREAMING)).isFalse();
    }

    @Test
    void neverTakesAHaltForAGoal() {
        assertThat(reached(Goal.HANDOFF, RunState.FAILED_RECOVERABLE)).isFalse();
    }

    @Test
    void aProvenDivergenceIsNoHalt() {
        RunFixture diverged = RunFixture.run(RunState.FAILED_RECOVERABLE).failed(ErrorCode.DIVERGENCE_PROVEN.label());
        assertThat(new GoalWatch(Goal.CAUGHT_UP).reached(diverged.streamed(100).facts(), end(100)))
                .isTrue();
    }

    @Test
    void catchesUpWithTheEndAsItWasFirstSeenUnderWriters() {
        GoalWatch watch = new GoalWatch(Goal.CAUGHT_UP);
        assertThat(watch.reached(RunFixture.run(RunState.STREAMING).streamed(90).facts(), end(100)))
                .isFalse();
        assertThat(watch.reached(RunFixture.run(RunState.STREAMING).streamed(99).facts(), end(500)))
                .isFalse();
        assertThat(watch.reached(
                        RunFixture.run(RunState.STREAMING).streamed(100).facts(), end(900)))
                .isTrue();
    }

    @Test
    void isNotCaughtUpWithASourceThatDoesNotAnswer() {
        assertThat(new GoalWatch(Goal.CAUGHT_UP)
                        .reached(
                                RunFixture.run(RunState.STREAMING).streamed(100).facts(), Optional.empty()))
                .isFalse();
    }
}

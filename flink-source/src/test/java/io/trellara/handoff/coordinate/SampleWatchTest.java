package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Samples: what is in them, how often, and that no run depends on them. */
final class SampleWatchTest {
    private final Coordination run = new Coordination(1);

    private void after(Duration time) {
        run.nanos += time.toNanos();
        run.tick();
    }

    private void logEndsAt(long end, long kept) {
        run.source.log = Optional.of(new LogReading(
                new Lsn(end),
                new SourceLog(
                        OptionalLong.of(end - 100),
                        OptionalLong.empty(),
                        OptionalLong.of(kept),
                        OptionalLong.of(9_000),
                        OptionalLong.empty())));
    }

    private SourceLog last() {
        return run.evidence.samples.get(run.evidence.samples.size() - 1);
    }

    @Test
    void tellsHowTheLogStandsToTheRunAndForHowLong() {
        logEndsAt(100, 50);
        run.copyAll();
        after(Duration.ofSeconds(2));
        assertThat(last())
                .returns(OptionalLong.of(0), SourceLog::behindBytes)
                .returns(OptionalLong.of(0), SourceLog::behindMillis)
                .returns(OptionalLong.of(50), SourceLog::keptBytes)
                .returns(OptionalLong.of(9_000), SourceLog::limitBytes);
        logEndsAt(700, 650);
        after(Duration.ofSeconds(4));
        after(Duration.ofSeconds(4));
        assertThat(last())
                .returns(OptionalLong.of(600), SourceLog::behindBytes)
                .returns(OptionalLong.of(4_000), SourceLog::behindMillis);
    }

    @Test
    void aSourceThatDoesNotAnswerLeavesItsFiguresOut() {
        run.copyAll();
        run.source.unreachable = true;
        after(Duration.ofSeconds(2));
        assertThat(last()).isEqualTo(SourceLog.UNKNOWN);
        run.source.brokenLog = true;
        run.source.unreachable = false;
        after(Duration.ofSeconds(3));
        assertThat(last()).isEqualTo(SourceLog.UNKNOWN);
        assertThat(run.evidence.samples).hasSize(2);
        assertThat(run.evidence.state).isNotEqualTo(RunState.FAILED_RECOVERABLE);
    }

    @Test
    void oneSessionIsKeptForAllSamplesAndClosedWithTheCoordinator() {
        logEndsAt(100, 50);
        run.copyAll();
        after(Duration.ofSeconds(2));
        after(Duration.ofSeconds(6));
        after(Duration.ofSeconds(6));
        assertThat(run.evidence.samples).hasSizeGreaterThan(1);
        assertThat(run.journal).containsOnlyOnce("log session").doesNotContain("log session closed");
        run.coordinator.close();
        assertThat(run.journal).containsOnlyOnce("log session closed");
    }

    @Test
    void aSampleThatCannotBeWrittenFailsNothing() {
        run.copyAll();
        run.evidence.storeAway = true;
        after(Duration.ofSeconds(2));
        assertThat(run.evidence.samples).isEmpty();
        run.evidence.storeAway = false;
        after(Duration.ofSeconds(3));
        assertThat(run.evidence.samples).hasSize(1);
        assertThat(run.evidence.state).isNotEqualTo(RunState.FAILED_RECOVERABLE);
    }

    @Test
    void aCoordinatorThatIsFencedOutLeavesNoSampleAndEnds() {
        run.copyAll();
        run.evidence.fencedOut = true;
        assertThatThrownBy(() -> after(Duration.ofSeconds(2))).hasMessageContaining("FENCED_OUT");
        assertThat(run.evidence.samples).isEmpty();
    }

    /** The twin: the same moment without a newer coordinator. */
    @Test
    void whileItIsTheRunsWriterItLeavesOne() {
        run.copyAll();
        after(Duration.ofSeconds(2));
        assertThat(run.evidence.samples).hasSize(1);
    }

    @Test
    void samplesGetRarerAsTheRunGetsOlder() {
        SamplePace pace = new SamplePace();
        assertThat(taken(pace, Duration.ZERO, Duration.ofMinutes(1))).isEqualTo(60);
        assertThat(taken(pace, Duration.ofMinutes(1), Duration.ofHours(1))).isBetween(680, 720);
        assertThat(taken(pace, Duration.ofHours(1), Duration.ofDays(30))).isBetween(5_000, 7_000);
    }

    private static int taken(SamplePace pace, Duration from, Duration to) {
        int taken = 0;
        for (long second = from.toSeconds(); second < to.toSeconds(); second++) {
            taken += pace.due(RunState.STREAMING, Duration.ofSeconds(second)) ? 1 : 0;
        }
        return taken;
    }

    @Test
    void aChangeOfStateIsNotMissed() {
        SamplePace pace = new SamplePace();
        assertThat(pace.due(RunState.COPYING_TABLE, Duration.ofDays(9))).isTrue();
        assertThat(pace.due(RunState.COPYING_TABLE, Duration.ofDays(9).plusSeconds(60)))
                .isFalse();
        assertThat(pace.due(RunState.STREAMING, Duration.ofDays(9).plusSeconds(61)))
                .isTrue();
    }

    @Test
    void aLagOlderThanWhatWasSeenIsNotKnown() {
        LagClock clock = new LagClock();
        assertThat(clock.lagMillis(0, new Lsn(500), new Lsn(100))).isEmpty();
        assertThat(clock.lagMillis(1_000_000_000, new Lsn(600), new Lsn(100))).isEmpty();
        assertThat(clock.lagMillis(3_000_000_000L, new Lsn(600), new Lsn(550))).hasValue(2_000);
        assertThat(clock.lagMillis(4_000_000_000L, new Lsn(600), new Lsn(600))).hasValue(0);
    }

    @Test
    void aLagOfAnyLengthIsKeptInLittleRoom() {
        LagClock clock = new LagClock();
        clock.lagMillis(0, new Lsn(100), new Lsn(100));
        OptionalLong lag = OptionalLong.empty();
        for (int i = 1; i <= 100_000; i++) {
            lag = clock.lagMillis(i * 1_000_000L, new Lsn(100 + i), new Lsn(100));
        }
        assertThat(lag).hasValue(99_999);
    }
}

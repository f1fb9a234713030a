package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.metrics.HandoffMetrics;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a coordinator's gauges show, and which coordinator's they are. */
final class CoordinatorMetricsTest {
    private final Coordination run = new Coordination(1);

    private void after(Duration time) {
        run.nanos += time.toNanos();
        run.tick();
    }

    private void logIs(OptionalLong kept, OptionalLong limit) {
        run.source.log = Optional.of(new LogReading(
                new Lsn(700),
                new SourceLog(OptionalLong.of(600), OptionalLong.empty(), kept, limit, OptionalLong.empty())));
    }

    private long read(HandoffMetrics metric) {
        return run.gauges.read(metric);
    }

    @Test
    void showsHowFarTheCopyIsAndHowTheLogStands() {
        run.coordinator.start();
        assertThat(read(HandoffMetrics.ROWS_EXPECTED)).isEqualTo(-1);
        run.copyAll();
        logIs(OptionalLong.of(1_000), OptionalLong.of(9_000));
        after(Duration.ofSeconds(2));
        int chunks = run.assigned().size();
        assertThat(chunks).isPositive();
        assertThat(read(HandoffMetrics.CHUNKS_TOTAL)).isEqualTo(chunks);
        assertThat(read(HandoffMetrics.CHUNKS_COPIED)).isEqualTo(chunks);
        assertThat(read(HandoffMetrics.ROWS_DURABLE)).isEqualTo(5L * chunks);
        assertThat(read(HandoffMetrics.ROWS_EXPECTED)).isEqualTo(5L * chunks);
        assertThat(read(HandoffMetrics.COPY_LEFT)).isZero();
        assertThat(read(HandoffMetrics.RUN_STATE)).isEqualTo(5);
        assertThat(read(HandoffMetrics.CHECKPOINT_AGE)).isEqualTo(2_000);
        assertThat(read(HandoffMetrics.VIEW_AGE)).isZero();
        assertThat(read(HandoffMetrics.GENERATION)).isEqualTo(1);
        assertThat(read(HandoffMetrics.DURABLE_LAG_BYTES)).isEqualTo(600);
        assertThat(read(HandoffMetrics.RETAINED_LOG_BYTES)).isEqualTo(1_000);
        assertThat(read(HandoffMetrics.RETAINED_LOG_LIMIT_BYTES)).isEqualTo(9_000);
        assertThat(read(HandoffMetrics.RETAINED_LOG_LIMIT_MILLIS)).isEqualTo(-1);
        assertThat(read(HandoffMetrics.RETAINED_LOG_LEFT)).isEqualTo(-1);
    }

    @Test
    void tellsWhenTheSourceWillGiveTheRunUp() {
        run.copyAll();
        for (int look = 0; look < 10; look++) {
            logIs(OptionalLong.of(1_000 + 200L * look), OptionalLong.of(9_000));
            after(Duration.ofSeconds(2));
        }
        assertThat(read(HandoffMetrics.RETAINED_LOG_LEFT)).isEqualTo((9_000 - 2_800) / 100 * 1_000);
    }

    @Test
    void aSourceThatDoesNotAnswerIsNotAZero() {
        run.copyAll();
        run.source.unreachable = true;
        after(Duration.ofSeconds(2));
        assertThat(read(HandoffMetrics.DURABLE_LAG_BYTES)).isEqualTo(-1);
        assertThat(read(HandoffMetrics.RETAINED_LOG_BYTES)).isEqualTo(-1);
    }

    @Test
    void anOpenViewAges() {
        run.coordinator.start();
        run.hello(0);
        run.drain();
        run.nanos += Duration.ofSeconds(7).toNanos();
        assertThat(read(HandoffMetrics.VIEW_AGE)).isEqualTo(7_000);
    }

    @Test
    void aCoordinatorThatIsMadeAnewIsTheOneThatIsSeen() {
        run.copyAll();
        assertThat(read(HandoffMetrics.GENERATION)).isEqualTo(1);
        run.restart(100);
        assertThat(run.gauges.collisions).isEmpty();
        assertThat(read(HandoffMetrics.GENERATION)).isEqualTo(2);
    }

    /** The twin: each coordinator registers its own. */
    @Test
    void withGaugesOfTheirOwnTheOneThatIsGoneWouldBeSeen() {
        run.copyAll();
        run.metrics = new CoordinatorMetrics();
        run.restart(100);
        assertThat(run.gauges.collisions).contains(HandoffMetrics.GENERATION.metric());
        assertThat(read(HandoffMetrics.GENERATION)).isEqualTo(1);
    }
}

package io.trellara.handoff.coordinate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.model.SourceLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How long what is left will take, by how it went. */
final class OutlookTest {
    private static final OptionalLong NONE = OptionalLong.empty();

    private final Outlook outlook = new Outlook();

    private OptionalLong logLeft(long second, SourceLog log) {
        outlook.look(
                Duration.ofSeconds(second).toNanos(), RunState.STREAMING, log, new ChunkTracker(List.of(), Map.of()));
        return outlook.seen().logLeftMillis();
    }

    private static SourceLog kept(long bytes, long limit) {
        return new SourceLog(NONE, NONE, OptionalLong.of(bytes), OptionalLong.of(limit), NONE);
    }

    @Test
    void aLogThatGrowsReachesItsLimitAtThatPace() {
        assertThat(logLeft(0, kept(0, 1_000))).isEmpty();
        assertThat(logLeft(5, kept(50, 1_000))).as("too short a time to tell").isEmpty();
        assertThat(logLeft(20, kept(200, 1_000))).hasValue(80_000);
    }

    @Test
    void stepsByWhichItGrowsDoNotMatter_norWhatWasLongAgo() {
        logLeft(0, kept(0, 1_000_000));
        for (int second = 2; second <= 600; second += 2) {
            logLeft(second, kept(600_000 + second / 10 * 10, 1_000_000));
        }
        assertThat(logLeft(600, kept(600_600, 1_000_000)).orElseThrow() / 1_000).isBetween(350_000L, 450_000L);
    }

    @Test
    void aLogThatShrinksOrHasNoLimitLasts() {
        logLeft(0, kept(500, 1_000));
        assertThat(logLeft(20, kept(400, 1_000))).isEmpty();
        SourceLog unlimited = new SourceLog(NONE, NONE, OptionalLong.of(900), NONE, NONE);
        assertThat(logLeft(40, unlimited)).isEmpty();
    }

    @Test
    void aFullLogIsNotWaitedFor() {
        assertThat(logLeft(0, kept(1_000, 1_000))).hasValue(0);
    }

    @Test
    void theNearerOfTwoLimitsCounts() {
        SourceLog aged = new SourceLog(NONE, OptionalLong.of(50_000), NONE, NONE, OptionalLong.of(60_000));
        assertThat(logLeft(0, aged)).hasValue(10_000);
        logLeft(10, kept(0, 1_000));
        SourceLog both = new SourceLog(
                NONE, OptionalLong.of(50_000), OptionalLong.of(500), OptionalLong.of(1_000), OptionalLong.of(60_000));
        assertThat(logLeft(20, both)).hasValue(10_000);
        SourceLog bySize = new SourceLog(
                NONE, OptionalLong.of(1_000), OptionalLong.of(950), OptionalLong.of(1_000), OptionalLong.of(60_000));
        assertThat(logLeft(30, bySize).orElseThrow()).isBetween(1_000L, 1_100L);
    }
}

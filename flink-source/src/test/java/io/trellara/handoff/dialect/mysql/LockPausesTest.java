package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LockPausesTest {
    @Test
    void growToTwoSecondsAndNeverBelowHalf() {
        LockPauses pauses = new LockPauses(new Random(7));
        long length = 50;
        for (int i = 0; i < 20; i++) {
            assertThat(pauses.next()).isBetween(Duration.ofMillis(length / 2), Duration.ofMillis(length));
            length = Math.min(2 * length, 2_000);
        }
    }

    /** Readers that were turned away together do not come back together. */
    @Test
    void differByChance() {
        assertThat(IntStream.range(0, 8)
                        .mapToObj(seed -> new LockPauses(new Random(seed)).next())
                        .distinct())
                .hasSize(8);
    }

    @Test
    void endWithTheThreadsInterrupt() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> new LockPauses(new Random(7)).pause())
                    .isInstanceOfSatisfying(
                            HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOOL_INTERRUPTED));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}

package io.trellara.handoff.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The time that a stream stands, and no other. */
final class FloorWaitTest {
    private final FloorWait wait = new FloorWait();

    private void at(long second, boolean stands) {
        wait.at(Duration.ofSeconds(second).toNanos(), stands);
    }

    @Test
    void countsOnlyWhileItStands() {
        at(1, false);
        at(5, true);
        assertThat(wait.millis()).isZero();
        at(7, true);
        assertThat(wait.millis()).isEqualTo(2_000);
        at(8, false);
        at(20, false);
        at(21, true);
        at(22, false);
        assertThat(wait.millis()).isEqualTo(4_000);
    }
}

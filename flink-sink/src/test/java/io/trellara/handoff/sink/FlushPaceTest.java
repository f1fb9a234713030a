package io.trellara.handoff.sink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FlushPaceTest {
    private final FlushPace pace = new FlushPace(20);

    @Test
    void aChangeWaitsForTheLinger() {
        assertThat(pace.due(1_000)).isEqualTo(1_020);
        pace.flushed(1_020, 1_023, 900);
        assertThat(pace.due(1_024)).isEqualTo(1_044);
    }

    @Test
    void thePauseGrowsWithTheFlushUpToALimit() {
        pace.flushed(1_000, 1_050, 9_000);
        assertThat(pace.due(1_051)).isEqualTo(1_250);
        pace.flushed(2_000, 3_000, 9_000);
        assertThat(pace.due(3_001)).isEqualTo(3_500);
    }

    @Test
    void nobodyWaitsWithAFullFlushNorBehindIt() {
        assertThat(FlushPace.full(4 << 20)).isTrue();
        assertThat(FlushPace.full((4 << 20) - 1)).isFalse();
        pace.flushed(1_000, 1_200, 4 << 20);
        assertThat(pace.due(1_201)).isEqualTo(1_221);
    }
}

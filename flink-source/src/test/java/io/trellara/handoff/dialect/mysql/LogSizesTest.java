package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LogSizesTest {
    @Test
    void countsFromAPlaceToTheEndOfTheLastFile() {
        LogSizes sizes = LogSizes.of(List.of("log.000008", "1000", "No", "log.000009", "500", "No"));
        assertThat(sizes.behind(8, 4)).isEqualTo(1496);
        assertThat(sizes.behind(9, 200)).isEqualTo(300);
        assertThat(sizes.behind(9, 500)).isZero();
    }

    /** The answer is older than the stream. */
    @Test
    void nothingIsBehindWhereTheStreamHasComeFurtherSince() {
        LogSizes sizes = LogSizes.of(List.of("log.000008", "1000", "log.000009", "500"));
        assertThat(sizes.behind(9, 700)).isZero();
        assertThat(sizes.behind(10, 4)).isZero();
        assertThat(sizes.behind(8, 900)).isEqualTo(600);
        assertThat(sizes.behind(0, 0)).isZero();
        assertThat(LogSizes.UNKNOWN.behind(3, 4)).isZero();
    }
}

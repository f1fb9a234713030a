package io.trellara.handoff.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UnitsTest {
    @ParameterizedTest
    @CsvSource({"20ms, PT0.02S", "10s, PT10S", "5m, PT5M", "5min, PT5M", "1h, PT1H", "2d, PT48H", "3 S, PT3S"})
    void readsDurations(String text, Duration expected) {
        assertThat(Units.duration(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"512b, 512", "64kb, 65536", "16MB, 16777216", "1 gb, 1073741824"})
    void readsSizes(String text, long expected) {
        assertThat(Units.bytes(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-1s", "1.5s", "1y", "999999999999999s"})
    void refusesOtherDurations(String text) {
        assertThatThrownBy(() -> Units.duration(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writesForPeople() {
        assertThat(Units.shownBytes(1023)).isEqualTo("1023 B");
        assertThat(Units.shownBytes(1536)).isEqualTo("1.5 KB");
        assertThat(Units.shownBytes(3L << 40)).isEqualTo("3.0 TB");
        assertThat(Units.shown(Duration.ofMillis(450))).isEqualTo("450ms");
        assertThat(Units.shown(Duration.ofSeconds(185))).isEqualTo("3m 5s");
        assertThat(Units.shown(Duration.ofHours(50))).isEqualTo("2d 2h");
    }
}

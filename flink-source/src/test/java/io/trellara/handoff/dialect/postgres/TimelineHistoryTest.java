package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.TimelineEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimelineHistoryTest {
    @Test
    void readsWhatAServerWrites() {
        assertThat(TimelineHistory.parse("""
                        # a comment

                        1\t0/3000060\tno recovery target specified
                        2\t16/B374D848\tbefore 2026-01-01 00:00:00+00
                        3\t16/B374D900
                        """))
                .containsExactly(
                        new TimelineEnd(1, Lsn.parse("0/3000060")),
                        new TimelineEnd(2, Lsn.parse("16/B374D848")),
                        new TimelineEnd(3, Lsn.parse("16/B374D900")));
        assertThat(TimelineHistory.parse("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "one\t0/1\twhy", "1\tnowhere\twhy"})
    void refusesWhatItDoesNotUnderstand(String line) {
        assertThatThrownBy(() -> TimelineHistory.parse(line))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
    }
}

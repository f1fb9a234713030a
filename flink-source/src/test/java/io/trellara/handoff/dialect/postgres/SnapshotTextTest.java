package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SnapshotTextTest {
    @Test
    void countsListedAndFutureTransactionsAsRunning() {
        SnapshotText snapshot = SnapshotText.parse("10:20:10,15,12");
        assertThat(snapshot.running(9)).isFalse();
        assertThat(snapshot.running(10)).isTrue();
        assertThat(snapshot.running(11)).isFalse();
        assertThat(snapshot.running(12)).isTrue();
        assertThat(snapshot.running(19)).isFalse();
        assertThat(snapshot.running(20)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                // Nobody runs.
                "10:20:10 20:20: true",
                // What still runs is not in the view.
                "10:20:10,15 10:20:10,15 true",
                // 12 is in the view and still runs.
                "10:20:10 12:20:12 false",
                // What began after the view does not matter.
                "10:20:10 10:30:10,25 true",
                // 19 is in the view, and is not in the list only because nobody has ended since: it counts.
                "10:20:10 10:19:10 false",
                // 19 is not in the view.
                "10:20:10,19 10:19:10 true",
                // 18 is known to have ended, 19 is not.
                "10:20:10,18 10:19:10 false",
            })
    void isSettledWhenNothingInItStillRuns(String view, String now, boolean settled) {
        assertThat(SnapshotText.parse(view).settled(SnapshotText.parse(now))).isEqualTo(settled);
    }

    @Property
    void widensToTheNearestIdOfTheSameLowHalf(
            @ForAll @LongRange(min = 1L << 32, max = 1L << 40) long xmax,
            @ForAll @LongRange(min = -1_000_000, max = 1_000_000) long distance) {
        SnapshotText snapshot = SnapshotText.parse(xmax + ":" + xmax + ":");
        long xid = xmax + distance;
        assertThat(snapshot.widen(xid & 0xFFFF_FFFFL)).isEqualTo(xid);
    }

    @Test
    void refusesWhatIsNoSnapshot() {
        assertThatThrownBy(() -> SnapshotText.parse("10:20")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SnapshotText.parse("10:20:x")).isInstanceOf(IllegalArgumentException.class);
    }
}

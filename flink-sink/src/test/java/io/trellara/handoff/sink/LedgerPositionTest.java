package io.trellara.handoff.sink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LedgerPositionTest {
    @Test
    void holdsWhatIsAtOrBelowIt() {
        LedgerPosition at = new LedgerPosition(100, 5);
        assertThat(at.holds(100, 5)).isTrue();
        assertThat(at.holds(99, 9)).isTrue();
        assertThat(at.holds(100, 6)).isFalse();
        assertThat(at.holds(101, 0)).isFalse();
    }

    @Test
    void aMarkHoldsCommitsStrictlyBelowIt() {
        LedgerPosition mark = new LedgerPosition(100, -1);
        assertThat(mark.holds(99, 7)).isTrue();
        assertThat(mark.holds(100, 0)).isFalse();
    }

    @Test
    void commitsAreUnsigned() {
        LedgerPosition high = new LedgerPosition(-1, 0);
        assertThat(high.holds(Long.MAX_VALUE, 0)).isTrue();
        assertThat(high).isGreaterThan(new LedgerPosition(Long.MAX_VALUE, 9));
        assertThat(LedgerPosition.NONE.holds(0, 0)).isFalse();
    }
}

package io.trellara.handoff.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Lsn;
import org.junit.jupiter.api.Test;

final class StreamPositionTest {
    private static StreamPosition partial(long position, long commit, int ordinal) {
        return new StreamPosition(new Lsn(position), Commit.at(commit), ordinal, Lsn.ZERO, ChangeCounts.NONE);
    }

    @Test
    void reachesAPlaceInsideATransactionByItsOrdinalOrBehindIt() {
        StreamPosition wanted = partial(100, 120, 5);
        assertThat(partial(100, 120, 4).reaches(wanted)).isFalse();
        assertThat(partial(100, 120, 5).reaches(wanted)).isTrue();
        assertThat(partial(120, 0, 0).reaches(wanted)).isFalse();
        assertThat(partial(121, 0, 0).reaches(wanted)).isTrue();
    }

    @Test
    void reachesAPlaceBetweenTransactionsByPosition() {
        StreamPosition wanted = StreamPosition.at(new Lsn(100));
        assertThat(partial(99, 99, 3).reaches(wanted)).isFalse();
        assertThat(partial(100, 0, 0).reaches(wanted)).isTrue();
    }

    @Test
    void backAtItsMarkItKnowsOfNothingBeyond() {
        StreamPosition at = new StreamPosition(new Lsn(170), Commit.at(180), 2, new Lsn(150), ChangeCounts.NONE);
        assertThat(at.backToMark()).isEqualTo(StreamPosition.at(new Lsn(150)));
    }
}

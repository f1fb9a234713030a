package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.Lsn;
import org.junit.jupiter.api.Test;

/** Where a record ends that the server tells the next place of. */
final class LogEndTest {
    private static final long PAGE = 8_192;
    private static final long SEGMENT = 16 << 20;

    @Test
    void thePlaceBehindAPagesHeaderIsThePageBefore() {
        assertThat(end(SEGMENT + 3 * PAGE + 24)).isEqualTo(SEGMENT + 3 * PAGE);
        assertThat(end(SEGMENT + 40)).as("the first page of a segment has more").isEqualTo(SEGMENT);
    }

    @Test
    void anyOtherPlaceIsARecordsEnd() {
        for (long place : new long[] {
            SEGMENT + 24, SEGMENT + 48, SEGMENT + 3 * PAGE + 32, SEGMENT + 3 * PAGE + 40, SEGMENT + 4 * PAGE - 8
        }) {
            assertThat(end(place)).isEqualTo(place);
        }
    }

    private static long end(long next) {
        return LogEnd.lastEnd(new Lsn(next), PAGE, SEGMENT).value();
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.StreamTouches;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of {@code stream_windows}: a part of the log of which every chunk that the stream touched is noted.
 *
 * @param number from 1; nothing but their order is said by numbers
 * @param from covers nothing that is noted here for sure
 * @param to everything that this covers, and {@code from} does not, is noted here
 * @param openedAt by the database's clock
 */
public record StreamWindow(long number, Position from, Position to, Instant openedAt, Optional<Instant> closedAt) {
    /** So that what was touched can be told apart in time. */
    static final Duration LASTS = Duration.ofMinutes(5);

    /** A verification that is older cannot be built upon. */
    static final Duration KEPT = Duration.ofDays(30);

    /**
     * Whether that part is noted in this window, so that it grows: nothing is missing between the two, and the log was
     * not read again from an earlier place without reaching as far.
     */
    boolean takes(StreamTouches touches, Instant now) {
        return closedAt.isEmpty()
                && openedAt.plus(LASTS).isAfter(now)
                && to.covers(touches.from())
                && touches.to().covers(to);
    }
}

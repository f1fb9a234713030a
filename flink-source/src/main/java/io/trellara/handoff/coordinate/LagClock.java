package io.trellara.handoff.coordinate;

import io.trellara.handoff.model.Position;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * Tells for how long the source's log has gone beyond a run's position: from where its end was seen, and when. A lag
 * that is older than what was ever seen is not known. One thread.
 */
final class LagClock {
    private static final int MOST = 512;

    private final Deque<Seen> seen = new ArrayDeque<>();
    private boolean knownFromHere;

    private record Seen(long nanos, Position end) {}

    /** The log ended there at that time; and what a run lags behind that has reached {@code position}. */
    OptionalLong lagMillis(long nanos, Position end, Position position) {
        while (!seen.isEmpty() && position.covers(seen.getFirst().end())) {
            seen.removeFirst();
            knownFromHere = true;
        }
        if (position.covers(end)) {
            seen.clear();
            knownFromHere = true;
            return OptionalLong.of(0);
        }
        if (seen.isEmpty() || !seen.getLast().end().covers(end)) {
            seen.addLast(new Seen(nanos, end));
            thin();
        }
        return knownFromHere ? OptionalLong.of((nanos - seen.getFirst().nanos()) / 1_000_000) : OptionalLong.empty();
    }

    /** Where too many are kept, every other one goes; the oldest stays. */
    private void thin() {
        if (seen.size() <= MOST) {
            return;
        }
        int[] index = {0};
        seen.removeIf(one -> index[0]++ % 2 == 1);
    }
}

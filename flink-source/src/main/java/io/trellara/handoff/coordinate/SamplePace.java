package io.trellara.handoff.coordinate;

import io.trellara.handoff.evidence.RunState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When a run's next sample is due: at each change of its state, and else after a second while it is young, after five
 * later on, and then after a thousandth of its age. So a run of an hour leaves about 750 samples, one of a month 6
 * thousand, and one of ten years 12 thousand; in a picture of the whole run they are never further apart than a
 * thousandth of its width. Pure; one thread.
 */
final class SamplePace {
    private static final Duration YOUNG = Duration.ofMinutes(1);
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LEAST = Duration.ofSeconds(5);
    private static final int PARTS = 1000;

    private @Nullable RunState last;
    private Duration lastAge = Duration.ZERO;

    /** Whether one is due at that age of the run; then it counts as taken. */
    boolean due(RunState state, Duration age) {
        if (state == last && age.minus(lastAge).compareTo(interval(age)) < 0) {
            return false;
        }
        last = state;
        lastAge = age;
        return true;
    }

    private static Duration interval(Duration age) {
        if (age.compareTo(YOUNG) < 0) {
            return FIRST;
        }
        Duration part = age.dividedBy(PARTS);
        return part.compareTo(LEAST) < 0 ? LEAST : part;
    }
}

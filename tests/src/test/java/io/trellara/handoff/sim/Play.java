package io.trellara.handoff.sim;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Plays schedules, and makes one that fails shorter. */
final class Play {
    private static final int MOST_TRIES = 2_000;

    private final long seed;
    private final Set<Removal> removed;

    Play(long seed, Set<Removal> removed) {
        this.seed = seed;
        this.removed = removed;
    }

    /**
     * What came of a schedule.
     *
     * @param violation what was violated, or null
     */
    record Outcome(@Nullable String violation, boolean crashed, boolean halted) {
        Optional<String> failure() {
            return Optional.ofNullable(violation);
        }
    }

    Outcome play() {
        Schedule schedule = new Schedule(seed, removed, new Journal(false));
        return play(schedule, IntStream.range(0, schedule.steps()).toArray());
    }

    private static Outcome play(Schedule schedule, int[] steps) {
        try {
            schedule.begin();
            for (int step : steps) {
                schedule.step(step);
            }
            schedule.finish();
            return new Outcome(null, schedule.crashed(), schedule.halted());
        } catch (Violation violation) {
            return new Outcome(violation.getMessage(), schedule.crashed(), schedule.halted());
        }
    }

    /** The story of the shortest schedule that is found to fail too. */
    String story() {
        int[] kept = shrink(IntStream.range(0, new Schedule(seed, removed, new Journal(false)).steps())
                .toArray());
        Journal journal = new Journal(true);
        Outcome outcome = play(new Schedule(seed, removed, journal), kept);
        return "seed " + seed + ", " + kept.length + " steps: " + outcome.violation() + "\n" + journal.text();
    }

    /** Leaves out halves, quarters and so on, as long as it still fails. */
    private int[] shrink(int[] steps) {
        int[] kept = steps;
        int tries = 0;
        for (int size = Math.max(1, kept.length / 2); size >= 1; size /= 2) {
            boolean shorter = true;
            while (shorter && tries < MOST_TRIES) {
                shorter = false;
                for (int from = 0; from < kept.length && tries < MOST_TRIES; from += size) {
                    int[] without = without(kept, from, Math.min(kept.length, from + size));
                    tries++;
                    if (fails(without)) {
                        kept = without;
                        shorter = size > 1 || shorter;
                        from -= size;
                    }
                }
            }
        }
        return kept;
    }

    private boolean fails(int[] steps) {
        return play(new Schedule(seed, removed, new Journal(false)), steps)
                .failure()
                .isPresent();
    }

    private static int[] without(int[] steps, int from, int to) {
        return IntStream.concat(Arrays.stream(steps, 0, from), Arrays.stream(steps, to, steps.length))
                .toArray();
    }
}

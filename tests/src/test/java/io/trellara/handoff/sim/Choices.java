package io.trellara.handoff.sim;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The chance of a schedule: each step draws from a source of its own, so that a step means the same when others before
 * it are left out.
 */
public final class Choices {
    private SplittableRandom random;

    Choices(long seed) {
        random = new SplittableRandom(seed);
    }

    /** From here on by another seed. */
    void reseed(long seed) {
        random = new SplittableRandom(seed);
    }

    /** From 0, below {@code bound}. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** From {@code least} to {@code most}. */
    public int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** True so many times in a hundred. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

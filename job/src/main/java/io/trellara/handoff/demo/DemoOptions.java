package io.trellara.handoff.demo;

import java.nio.file.Path;

/**
 * What the demo is asked to do.
 *
 * @param rows rows of the dataset in all, from 20 000
 * @param writers threads that write all the time
 * @param perSecond transactions a second of each writer
 * @param seed of the writers
 * @param sides what kinds of server
 * @param folder where configuration, checkpoints and logs go; made where missing
 * @param terminal whether progress is drawn over itself
 */
public record DemoOptions(
        long rows, int writers, int perSecond, long seed, DemoSides sides, Path folder, boolean terminal) {
    /** Below this a copy is over before anybody can interrupt it. */
    public static final long FEWEST_ROWS = 20_000;

    public DemoOptions {
        if (rows < FEWEST_ROWS) {
            throw new IllegalArgumentException("the demo needs at least " + FEWEST_ROWS + " rows");
        }
    }

    /** A million rows, four writers. */
    public static DemoOptions standard(Path folder, boolean terminal) {
        return new DemoOptions(1_000_000, 4, 100, 1, DemoSides.POSTGRESQL, folder, terminal);
    }

    ShopSizes sizes() {
        return ShopSizes.ofTotal(rows);
    }

    /** About a hundred chunks whatever the size, so that a kill meets the copy half-way. */
    long chunkRows() {
        return Math.max(200, rows / 100);
    }
}

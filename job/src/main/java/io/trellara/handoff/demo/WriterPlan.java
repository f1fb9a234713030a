package io.trellara.handoff.demo;

import java.time.Duration;

/**
 * How the shop's writers behave.
 *
 * @param writers threads, at most 60
 * @param seed what they draw from; the same seed draws the same changes
 * @param perSecond transactions a second of each writer; 0 for as many as the server takes
 * @param longestHold one transaction in ten is held open for up to this long
 * @param surviveRestarts whether a writer connects again, for up to a minute, when the server goes away
 */
public record WriterPlan(int writers, long seed, int perSecond, Duration longestHold, boolean surviveRestarts) {
    public WriterPlan {
        if (writers < 1 || writers > 60 || perSecond < 0 || longestHold.isNegative()) {
            throw new IllegalArgumentException("1 to 60 writers, a rate from 0, a hold from 0");
        }
    }

    /** Writers at a given rate that hold transactions for up to 200 ms. */
    public static WriterPlan of(int writers, long seed, int perSecond) {
        return new WriterPlan(writers, seed, perSecond, Duration.ofMillis(200), false);
    }
}

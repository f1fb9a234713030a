package io.trellara.handoff.sim;

import java.util.Random;
import java.util.Set;

/**
 * What a schedule is made of and what no crash touches.
 *
 * @param woven whether the stream runs throughout, over waves of some chunks each; else it begins behind the copy
 * @param lateViews whether views may be opened some transactions after their wave's floor was fixed
 */
record World(
        Random random, Set<Rule> removed, boolean woven, boolean lateViews, SourceModel source, CopiedChunks chunks) {
    boolean without(Rule rule) {
        return removed.contains(rule);
    }

    /** True so many times in a hundred. */
    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}

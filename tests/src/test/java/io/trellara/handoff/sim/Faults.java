package io.trellara.handoff.sim;

import java.util.Set;

/**
 * What may go wrong in a schedule.
 *
 * @param crashes whether parts may die
 * @param views whether views may be lost and reads may break, which is no crash
 * @param truncates whether relations are truncated
 * @param source whether another server may take the source's place, or the slot be made anew
 */
record Faults(boolean crashes, boolean views, boolean truncates, boolean source) {
    static Faults random(Choices choices, Set<Removal> removed) {
        boolean source = choices.chance(removed.contains(Removal.R8_SAME_SOURCE) ? 50 : 8);
        return new Faults(source || choices.chance(60), choices.chance(60), choices.chance(10), source);
    }
}

package io.trellara.handoff.coordinate;

/**
 * Numbers of waves, one after another over the run and the runs within it: a reader takes a higher number as the end of
 * all lower ones. Coordinator thread.
 */
final class WaveNumbers {
    private int next;

    int next() {
        return next++;
    }

    /** Numbers below that one have been used. */
    void from(int number) {
        next = Math.max(next, number);
    }
}

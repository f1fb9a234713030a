package io.trellara.handoff.verify.rows;

import java.util.function.LongConsumer;

/**
 * What a comparison may take.
 *
 * @param heldRows the most rows in memory at a time, of both sides together
 * @param differingRows the most rows that are told
 * @param paid called with rows that were read, of either side, from the threads of both: it blocks to keep a rate
 */
public record Limits(int heldRows, int differingRows, LongConsumer paid) {
    public Limits {
        if (heldRows < 2 || differingRows < 1) {
            throw new IllegalArgumentException("at least two rows are held, and one is told");
        }
    }
}

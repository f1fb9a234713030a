package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.BitSet;
import java.util.stream.IntStream;

/** Chunks of one relation that changes fell into, by number; or all of it, where that is not known. One thread. */
public final class TouchedChunks implements Serializable {
    private static final long serialVersionUID = 1;

    private final BitSet numbers = new BitSet();
    private boolean all;

    /** A change in that chunk. */
    public void add(int chunk) {
        numbers.set(chunk);
    }

    /** A change that may be anywhere in the relation. */
    public void addAll() {
        all = true;
    }

    /** Everything that is noted there too. */
    public void addAll(TouchedChunks other) {
        numbers.or(other.numbers);
        all |= other.all;
    }

    /** Nothing is noted any more. */
    public void clear() {
        numbers.clear();
        all = false;
    }

    /** Whether the whole relation counts as changed. */
    public boolean all() {
        return all;
    }

    /** The chunks' numbers, from the smallest on. */
    public IntStream numbers() {
        return numbers.stream();
    }

    /** Whether that chunk is noted by its number. */
    public boolean contains(int chunk) {
        return numbers.get(chunk);
    }

    public boolean isEmpty() {
        return !all && numbers.isEmpty();
    }

    @Override
    public String toString() {
        return all ? "all" : numbers.toString();
    }
}

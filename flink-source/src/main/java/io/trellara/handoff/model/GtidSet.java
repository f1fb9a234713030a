package io.trellara.handoff.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A set of MySQL's GTIDs: for each origin the numbers that it holds. Ours, and not a driver's, since those know no tags
 * or lose them. Its text is MySQL's own ({@link GtidText}). Immutable.
 */
public final class GtidSet implements Serializable {
    private static final long serialVersionUID = 1;
    private static final long[] NO_NUMBERS = {};

    /** Holds nothing. */
    public static final GtidSet EMPTY = new GtidSet(Map.of());

    private final GtidOrigin[] origins;
    private final long[][] numbers;

    /** @param held half-open intervals; origins without any are left out */
    GtidSet(Map<GtidOrigin, long[]> held) {
        SortedMap<GtidOrigin, long[]> sorted = new TreeMap<>(held);
        sorted.values().removeIf(intervals -> intervals.length == 0);
        origins = sorted.keySet().toArray(new GtidOrigin[0]);
        numbers = sorted.values().toArray(new long[0][]);
    }

    private GtidSet(GtidOrigin[] origins, long[][] numbers) {
        this.origins = origins;
        this.numbers = numbers;
    }

    /** Reads MySQL's text form, in upper or lower case, with any white space. */
    public static GtidSet parse(String text) {
        return GtidText.parse(text);
    }

    /** Holds one GTID. */
    public static GtidSet of(Gtid gtid) {
        return EMPTY.with(gtid);
    }

    public boolean isEmpty() {
        return origins.length == 0;
    }

    /** Whether it is in the set; allocates nothing. */
    public boolean contains(Gtid gtid) {
        int at = find(gtid.origin());
        return at >= 0 && Intervals.contains(numbers[at], gtid.number());
    }

    /** Whether this holds all that {@code other} holds. */
    public boolean covers(GtidSet other) {
        for (int i = 0; i < other.origins.length; i++) {
            int at = find(other.origins[i]);
            if (at < 0 || !Intervals.covers(numbers[at], other.numbers[i])) {
                return false;
            }
        }
        return true;
    }

    /** This and one more; costs little where it is the next of its origin, which is what a stream brings. */
    public GtidSet with(Gtid gtid) {
        long[] one = {gtid.number(), gtid.number() + 1};
        int at = find(gtid.origin());
        if (at < 0) {
            Map<GtidOrigin, long[]> more = toMap();
            more.put(gtid.origin(), one);
            return new GtidSet(more);
        }
        long[][] more = numbers.clone();
        more[at] = Intervals.union(numbers[at], one);
        return new GtidSet(origins, more);
    }

    /** All that either holds. */
    public GtidSet union(GtidSet other) {
        Map<GtidOrigin, long[]> both = toMap();
        for (int i = 0; i < other.origins.length; i++) {
            both.merge(other.origins[i], other.numbers[i], Intervals::union);
        }
        return new GtidSet(both);
    }

    /** What both hold. */
    public GtidSet intersect(GtidSet other) {
        return each(other, Intervals::intersection);
    }

    /** What this holds and {@code other} does not. */
    public GtidSet subtract(GtidSet other) {
        return each(other, Intervals::difference);
    }

    private GtidSet each(GtidSet other, BinaryOperator<long[]> operation) {
        Map<GtidOrigin, long[]> result = new TreeMap<>();
        for (int i = 0; i < origins.length; i++) {
            int at = other.find(origins[i]);
            result.put(origins[i], operation.apply(numbers[i], at < 0 ? NO_NUMBERS : other.numbers[at]));
        }
        return new GtidSet(result);
    }

    /** Origins in MySQL's order, each with its half-open intervals, which are not to be written to. */
    public SortedMap<GtidOrigin, long[]> toMap() {
        SortedMap<GtidOrigin, long[]> map = new TreeMap<>();
        for (int i = 0; i < origins.length; i++) {
            map.put(origins[i], numbers[i]);
        }
        return map;
    }

    private int find(GtidOrigin origin) {
        return Arrays.binarySearch(origins, origin, Comparator.naturalOrder());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GtidSet that
                && Arrays.equals(origins, that.origins)
                && Arrays.deepEquals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(origins) + Arrays.deepHashCode(numbers);
    }

    @Override
    public String toString() {
        return GtidText.print(this);
    }
}

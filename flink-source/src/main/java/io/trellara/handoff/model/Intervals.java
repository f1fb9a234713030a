package io.trellara.handoff.model;

import java.util.Arrays;

/**
 * Sets of numbers as sorted arrays of half-open intervals that do not touch: {@code [from, to)} pairs. Every GTID set
 * is made of them. Arrays, because a stream asks for every change and makes a new set for every transaction.
 */
final class Intervals {
    private static final long[] NONE = {};

    private Intervals() {}

    static boolean contains(long[] set, long number) {
        int at = Arrays.binarySearch(set, number);
        // On a start it is inside, on an end outside; between them by the parity of where it would go.
        return at >= 0 ? (at & 1) == 0 : (-at - 1 & 1) == 1;
    }

    static boolean covers(long[] set, long[] other) {
        int at = 0;
        for (int i = 0; i < other.length; i += 2) {
            while (at < set.length && set[at + 1] < other[i + 1]) {
                at += 2;
            }
            if (at == set.length || set[at] > other[i]) {
                return false;
            }
        }
        return true;
    }

    static long[] union(long[] left, long[] right) {
        return merge(left, right, 1);
    }

    static long[] intersection(long[] left, long[] right) {
        return merge(left, right, 2);
    }

    /** Walks over both sets' ends in order; a number is inside where at least {@code needed} sets hold it. */
    private static long[] merge(long[] left, long[] right, int needed) {
        long[] merged = new long[left.length + right.length];
        int size = 0;
        int l = 0;
        int r = 0;
        while (l < left.length || r < right.length) {
            long at =
                    Math.min(l < left.length ? left[l] : Long.MAX_VALUE, r < right.length ? right[r] : Long.MAX_VALUE);
            boolean before = held(l, r) >= needed;
            l += l < left.length && left[l] == at ? 1 : 0;
            r += r < right.length && right[r] == at ? 1 : 0;
            if (held(l, r) >= needed != before) {
                merged[size++] = at;
            }
        }
        return size == 0 ? NONE : Arrays.copyOf(merged, size);
    }

    /** How many of the two sets hold what lies behind their first {@code l} and {@code r} ends. */
    private static int held(int l, int r) {
        return (l & 1) + (r & 1);
    }

    static long[] difference(long[] left, long[] right) {
        return intersection(left, complement(right));
    }

    private static long[] complement(long[] set) {
        boolean fromOne = set.length > 0 && set[0] == 1;
        boolean toEnd = set.length > 0 && set[set.length - 1] == Long.MAX_VALUE;
        long[] outside = new long[set.length + (fromOne ? -1 : 1) + (toEnd ? -1 : 1)];
        int skip = fromOne ? 1 : 0;
        if (!fromOne) {
            outside[0] = 1;
        }
        System.arraycopy(set, skip, outside, 1 - skip, set.length - skip - (toEnd ? 1 : 0));
        if (!toEnd) {
            outside[outside.length - 1] = Long.MAX_VALUE;
        }
        return outside;
    }
}

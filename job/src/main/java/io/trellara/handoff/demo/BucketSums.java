package io.trellara.handoff.demo;

import java.util.BitSet;

/**
 * The rows of one side, summed up in buckets by their keys' digests: rows, and the sums of the two halves of their
 * contents' digests. Where two sides hold the same rows they have the same sums, in whatever order they came.
 */
final class BucketSums {
    static final int BUCKETS = 1 << 16;

    private final long[] rows = new long[BUCKETS];
    private final long[] high = new long[BUCKETS];
    private final long[] low = new long[BUCKETS];
    private long total;

    void add(RowDigest row) {
        int bucket = bucket(row);
        rows[bucket]++;
        high[bucket] += row.rowHigh();
        low[bucket] += row.rowLow();
        total++;
    }

    static int bucket(RowDigest row) {
        return (int) (row.keyHigh() >>> 48);
    }

    long total() {
        return total;
    }

    long rows(int bucket) {
        return rows[bucket];
    }

    /** The buckets in which the two differ. */
    BitSet differing(BucketSums other) {
        BitSet found = new BitSet(BUCKETS);
        for (int i = 0; i < BUCKETS; i++) {
            if (rows[i] != other.rows[i] || high[i] != other.high[i] || low[i] != other.low[i]) {
                found.set(i);
            }
        }
        return found;
    }
}

package io.trellara.handoff.verify.rows;

import java.util.BitSet;

/**
 * The rows of one side that lie in a slice, summed up in buckets by their keys' digests. Where two sides hold the same
 * rows they have the same sums, in whatever order they came. One thread.
 */
final class BucketSums {
    static final int BUCKETS = 1 << DigestSlice.STEP;

    private final DigestSlice slice;
    private final long[] rows = new long[BUCKETS];
    private final long[] high = new long[BUCKETS];
    private final long[] low = new long[BUCKETS];

    BucketSums(DigestSlice slice) {
        this.slice = slice;
    }

    /** Adds a row if it lies in the slice. */
    void add(RowDigest row) {
        if (!slice.holds(row.key())) {
            return;
        }
        int bucket = slice.bucket(row.key());
        rows[bucket]++;
        high[bucket] += row.high();
        low[bucket] += row.low();
    }

    RowSums total() {
        RowSums total = RowSums.NONE;
        for (int i = 0; i < BUCKETS; i++) {
            total = total.plus(new RowSums(rows[i], high[i], low[i]));
        }
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

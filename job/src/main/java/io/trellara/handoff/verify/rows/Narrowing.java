package io.trellara.handoff.verify.rows;

import io.trellara.handoff.model.KeyRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the rows that differ. Both sides are read once and summed up in buckets; the rows of buckets that differ are
 * read again and met one by one, so many at a time as may be held. A bucket of too many rows is cut into buckets
 * itself. One thread.
 */
final class Narrowing {
    private final SideRows source;
    private final SideRows target;
    private final KeyRange range;
    private final int heldRows;
    private final RowMeeting meeting;

    Narrowing(SideRows source, SideRows target, KeyRange range, Limits limits) {
        this.source = source;
        this.target = target;
        this.range = range;
        this.heldRows = limits.heldRows();
        this.meeting = new RowMeeting(limits.differingRows());
    }

    Compared compared() {
        BothSides.Pair<BucketSums> sums = narrow(DigestSlice.ALL);
        return meeting.compared(sums.source().total(), sums.target().total());
    }

    private BothSides.Pair<BucketSums> narrow(DigestSlice slice) {
        BothSides.Pair<BucketSums> sums = BothSides.of(() -> summed(source, slice), () -> summed(target, slice));
        BitSet left = sums.source().differing(sums.target());
        while (!left.isEmpty() && !meeting.truncated()) {
            int first = left.nextSetBit(0);
            if (rows(sums, first) > heldRows && slice.divisible()) {
                narrow(slice.inside(first));
                left.clear(first);
            } else {
                BitSet now = some(left, sums);
                BothSides.Pair<List<HeldRow>> rows =
                        BothSides.of(() -> held(source, slice, now), () -> held(target, slice, now));
                meeting.meet(rows.source(), rows.target());
                left.andNot(now);
            }
        }
        return sums;
    }

    private BucketSums summed(SideRows side, DigestSlice slice) {
        BucketSums sums = new BucketSums(slice);
        side.forEach(range, row -> sums.add(row.digest()));
        return sums;
    }

    /** The first bucket, and those behind it as long as their rows may be held too. */
    private BitSet some(BitSet left, BothSides.Pair<BucketSums> sums) {
        BitSet chosen = new BitSet(BucketSums.BUCKETS);
        int bucket = left.nextSetBit(0);
        long held = 0;
        do {
            chosen.set(bucket);
            held += rows(sums, bucket);
            bucket = left.nextSetBit(bucket + 1);
        } while (bucket >= 0 && held + rows(sums, bucket) <= heldRows);
        return chosen;
    }

    private static long rows(BothSides.Pair<BucketSums> sums, int bucket) {
        return sums.source().rows(bucket) + sums.target().rows(bucket);
    }

    private List<HeldRow> held(SideRows side, DigestSlice slice, BitSet buckets) {
        List<HeldRow> held = new ArrayList<>();
        side.forEach(range, row -> {
            KeyDigest key = row.digest().key();
            if (slice.holds(key) && buckets.get(slice.bucket(key))) {
                held.add(row.held());
            }
        });
        return held;
    }
}

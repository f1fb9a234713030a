package io.trellara.handoff.demo;

import io.trellara.handoff.model.Relation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Compares a relation on databases of any kinds by what its cells mean. Both sides are read once and summed up in
 * buckets; the rows of buckets that differ are read again and met one by one, so many at a time as memory is meant for.
 */
final class CellComparison {
    private static final long HELD_ROWS = 100_000;

    private final Relation relation;
    private final DigestedRows source;
    private final DigestedRows target;

    private CellComparison(Relation relation, DigestedRows source, DigestedRows target) {
        this.relation = relation;
        this.source = source;
        this.target = target;
    }

    static RelationComparison compare(ComparedSide here, ComparedSide there, Relation relation) throws SQLException {
        List<ComparedColumn> columns = here.columns(relation);
        CellComparison comparison = new CellComparison(
                relation,
                new DigestedRows(here, relation, columns),
                new DigestedRows(there, relation, sameOrder(columns, there.columns(relation), relation)));
        return comparison.compare();
    }

    /** The target's columns, which must have the source's names, in the source's order; the key is the source's. */
    private static List<ComparedColumn> sameOrder(
            List<ComparedColumn> source, List<ComparedColumn> target, Relation relation) {
        List<ComparedColumn> ordered = new ArrayList<>();
        for (ComparedColumn column : source) {
            target.stream()
                    .filter(other -> other.name().equals(column.name()))
                    .map(other -> new ComparedColumn(other.name(), other.type(), column.inKey()))
                    .forEach(ordered::add);
        }
        if (ordered.size() != source.size() || source.size() != target.size()) {
            throw new IllegalArgumentException(relation + " has other columns at the target");
        }
        return ordered;
    }

    private RelationComparison compare() throws SQLException {
        BothSides.Pair<BucketSums> sums = BothSides.of(() -> summed(source), () -> summed(target));
        BitSet left = sums.source().differing(sums.target());
        RowMeeting meeting = new RowMeeting();
        while (!left.isEmpty()) {
            BitSet now = some(left, sums);
            BothSides.Pair<List<RowDigest>> rows = BothSides.of(() -> read(source, now), () -> read(target, now));
            meeting.meet(new DigestList(rows.source()), new DigestList(rows.target()));
            left.andNot(now);
        }
        return meeting.result(relation, sums.source().total(), sums.target().total());
    }

    private static BucketSums summed(DigestedRows rows) throws SQLException {
        BucketSums sums = new BucketSums();
        rows.forEach(sums::add);
        return sums;
    }

    /** At least one bucket, and as many as may be held at once. */
    private static BitSet some(BitSet left, BothSides.Pair<BucketSums> sums) {
        BitSet chosen = new BitSet(BucketSums.BUCKETS);
        long held = 0;
        for (int bucket = left.nextSetBit(0); bucket >= 0 && held < HELD_ROWS; bucket = left.nextSetBit(bucket + 1)) {
            chosen.set(bucket);
            held += sums.source().rows(bucket) + sums.target().rows(bucket);
        }
        return chosen;
    }

    private static List<RowDigest> read(DigestedRows rows, BitSet buckets) throws SQLException {
        List<RowDigest> read = new ArrayList<>();
        rows.forEach(row -> {
            if (buckets.get(BucketSums.bucket(row))) {
                read.add(row);
            }
        });
        return read;
    }
}

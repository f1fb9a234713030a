package io.trellara.handoff.verify.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BucketSumsTest {
    private static final long SEED = 5;

    private final List<RowDigest> rows = new ArrayList<>();

    BucketSumsTest() {
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            KeyDigest key = new KeyDigest(random.nextLong(), random.nextLong());
            rows.add(new RowDigest(key, random.nextLong(), random.nextLong()));
        }
    }

    @Test
    void orderDoesNotMatter() {
        BucketSums sums = summed(rows);
        Collections.shuffle(rows, new Random(SEED));
        assertThat(sums.differing(summed(rows)).isEmpty()).isTrue();
        assertThat(sums.total().rows()).isEqualTo(10_000);
    }

    @Test
    void aRowThatIsMissingDoubledOrStaleMakesItsOwnBucketDiffer() {
        BucketSums sums = summed(rows);
        List<RowDigest> changed = new ArrayList<>(rows);
        RowDigest stale = rows.get(7);
        changed.set(7, new RowDigest(stale.key(), stale.high(), stale.low() + 1));
        RowDigest missing = changed.remove(3);
        RowDigest doubled = rows.get(11);
        changed.add(doubled);
        assertThat(sums.differing(summed(changed)).stream())
                .containsExactlyInAnyOrder(bucket(stale), bucket(missing), bucket(doubled));
    }

    @Test
    void twoRowsThatChangedTheirContentsDiffer() {
        BucketSums sums = summed(rows);
        RowDigest one = rows.get(1);
        RowDigest other = rows.get(2);
        rows.set(1, new RowDigest(one.key(), other.high(), other.low()));
        rows.set(2, new RowDigest(other.key(), one.high(), one.low()));
        assertThat(sums.differing(summed(rows)).cardinality()).isEqualTo(2);
    }

    private static int bucket(RowDigest row) {
        return DigestSlice.ALL.bucket(row.key());
    }

    private static BucketSums summed(List<RowDigest> rows) {
        BucketSums sums = new BucketSums(DigestSlice.ALL);
        rows.forEach(sums::add);
        return sums;
    }
}

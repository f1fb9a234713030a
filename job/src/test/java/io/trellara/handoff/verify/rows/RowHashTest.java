package io.trellara.handoff.verify.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.sink.types.ColumnPair;
import io.trellara.handoff.sink.types.RelationMapping;
import io.trellara.handoff.sink.types.TargetVersion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RowHashTest {
    private static final List<ColumnPair> PAIRS = pairs("text", "text", "text");

    private static List<ColumnPair> pairs(String... types) {
        RelationSchema schema = new RelationSchema(
                new Relation("s", "t"),
                IntStream.range(0, types.length)
                        .mapToObj(i -> new Column("c" + i, types[i], 0, true, KeyOrder.UNORDERED))
                        .toList(),
                List.of(0),
                "0".repeat(64));
        RelationMapping mapping =
                RelationMapping.of(DatabaseKind.POSTGRESQL, DatabaseKind.POSTGRESQL, TargetVersion.CURRENT, schema);
        return IntStream.range(0, types.length)
                .mapToObj(i -> mapping.pair(i, types[i]))
                .toList();
    }

    private static KeyDigest digest(@Nullable String... cells) {
        RowHash hash = new RowHash();
        for (int i = 0; i < cells.length; i++) {
            hash.add(PAIRS.get(i), true, cells[i]);
        }
        return hash.take();
    }

    private static RowSums sums(KeyDigest... digests) {
        return Arrays.stream(digests)
                .map(digest -> new RowSums(1, digest.high(), digest.low()))
                .reduce(RowSums.NONE, RowSums::plus);
    }

    @Test
    void nullEmptyAndShiftedCellsAreDifferentRows() {
        assertThat(List.of(
                        digest("1", null, ""),
                        digest("1", "", null),
                        digest("1", "", ""),
                        digest("1", null, null),
                        digest("1", "a", "b"),
                        digest("1", "ab", ""),
                        digest("1a", "", "b")))
                .doesNotHaveDuplicates();
    }

    /**
     * Why a row's digest is of its key too: of the other cells only, two rows that have swapped them look as before.
     */
    @Test
    void twoRowsThatHaveSwappedTheirValuesHaveOtherSums() {
        assertThat(sums(digest("1", "x"), digest("2", "y"))).isNotEqualTo(sums(digest("1", "y"), digest("2", "x")));
        assertThat(sums(digest("x"), digest("y"))).isEqualTo(sums(digest("y"), digest("x")));
    }

    /** Why digests are added: by exclusive or, two rows more of a kind would go unseen. */
    @Test
    void rowsThatAreThereTwiceMoreHaveOtherSums() {
        KeyDigest one = digest("1", "x");
        KeyDigest two = digest("2", "y");
        RowSums sums = sums(one, two, two, two);
        assertThat(sums.high()).isNotEqualTo(sums(one, two).high());
        assertThat(one.high() ^ two.high() ^ two.high() ^ two.high()).isEqualTo(one.high() ^ two.high());
    }

    /** Why there are two sums: one of 64 bits is made equal by a row that makes up for another. */
    @Test
    void oneSumCanBeMadeUpForAndTheOtherTells() {
        KeyDigest one = new KeyDigest(5, 7);
        KeyDigest two = new KeyDigest(9, 1);
        RowSums changed = sums(new KeyDigest(6, 7), new KeyDigest(8, 2));
        assertThat(changed.high()).isEqualTo(sums(one, two).high());
        assertThat(changed).isNotEqualTo(sums(one, two));
    }

    @Test
    void sumsAreWrittenForTheEvidence() {
        assertThat(new RowSums(3, -1, 10).text()).isEqualTo("3:ffffffffffffffff:000000000000000a");
        assertThat(new KeyDigest(0, 255).text()).isEqualTo("000000000000000000000000000000ff");
    }

    @Test
    void aSliceHoldsTheKeysThatBeginAlike() {
        KeyDigest key = new KeyDigest(0x0001_0002_0003_0004L, 0);
        DigestSlice slice = DigestSlice.ALL.inside(DigestSlice.ALL.bucket(key));
        assertThat(slice).isEqualTo(new DigestSlice(1, 1));
        assertThat(slice.bucket(key)).isEqualTo(2);
        assertThat(slice.holds(key)).isTrue();
        assertThat(slice.holds(new KeyDigest(0x0002_0002_0003_0004L, 0))).isFalse();
        DigestSlice last = slice.inside(2).inside(3);
        assertThat(last.holds(key)).isTrue();
        assertThat(last.bucket(key)).isEqualTo(4);
        assertThat(last.divisible()).isFalse();
    }
}

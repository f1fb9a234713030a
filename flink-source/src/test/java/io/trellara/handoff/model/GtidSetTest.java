package io.trellara.handoff.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our GTID sets against sets of single GTIDs, and against MySQL's text. */
final class GtidSetTest {
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "f0000000-0000-11e1-9e33-c80aa9429562";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|''",
                "A:1|A:1",
                "A:1-5:7|A:1-5:7",
                "A:7:1-3:4-5|A:1-5:7",
                "' A:1-5 ,\n B:2 '|A:1-5,B:2",
                "B:2,A:1|A:1,B:2",
                "A:1-5,A:3-9|A:1-9",
                "A:Tag_1:1-3|A:tag_1:1-3",
                "A:1-2:b:4:a:1-3|A:1-2:a:1-3:b:4",
                "A:b:1, A:1, A:a:9|A:1:a:9:b:1",
                "A:9223372036854775806|A:9223372036854775806"
            })
    void readsAndPrintsMysqlsText(String text, String canonical) {
        assertThat(GtidSet.parse(named(text)).toString()).isEqualTo(named(canonical));
        assertThat(GtidSet.parse(named(text).toUpperCase(Locale.ROOT)).toString())
                .isEqualTo(named(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A",
                "A:",
                "A:0",
                "A:-1",
                "A:5-3",
                "A:1-",
                "A:tag",
                "A:tag:",
                "A::1",
                "A:1:tag",
                "A:a:b:1",
                "A:1x",
                "A:9223372036854775807",
                "x:1",
                "A-1:1",
                "1:1",
                "A:tag-1:1"
            })
    void refusesWhatIsNoGtidSet(String text) {
        assertThatThrownBy(() -> GtidSet.parse(named(text))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Java's own order of UUIDs is signed, and would put B first. */
    @Test
    void ordersServersByTheirBytes() {
        assertThat(GtidSet.parse(named("B:1,A:1")).toString()).isEqualTo(named("A:1,B:1"));
    }

    @Property(tries = 2_000)
    void behavesLikeASetOfGtids(
            @ForAll("gtids") Set<Gtid> left, @ForAll("gtids") Set<Gtid> right, @ForAll("gtid") Gtid one) {
        GtidSet a = set(left);
        GtidSet b = set(right);
        assertThat(a.union(b)).isEqualTo(set(both(left, right)));
        assertThat(a.intersect(b)).isEqualTo(set(kept(left, right, true)));
        assertThat(a.subtract(b)).isEqualTo(set(kept(left, right, false)));
        assertThat(a.covers(b)).isEqualTo(left.containsAll(right));
        assertThat(a.contains(one)).isEqualTo(left.contains(one));
        assertThat(a.with(one)).isEqualTo(set(both(left, Set.of(one))));
        assertThat(a.equals(b)).isEqualTo(left.equals(right));
        assertThat(a.isEmpty()).isEqualTo(left.isEmpty());
        assertThat(GtidSet.parse(a.toString())).isEqualTo(a).hasSameHashCodeAs(a);
    }

    @Property(tries = 500)
    void aTextOfPiecesInAnyOrderIsTheSameSet(@ForAll("gtids") Set<Gtid> gtids) {
        List<Gtid> shuffled = gtids.stream().collect(Collectors.toList());
        Collections.shuffle(shuffled, new Random(gtids.size()));
        String text = shuffled.stream().map(Gtid::toString).collect(Collectors.joining(" ,\n"));
        assertThat(GtidSet.parse(text)).isEqualTo(set(gtids));
    }

    @Provide
    Arbitrary<Gtid> gtid() {
        Arbitrary<GtidOrigin> origins = Arbitraries.of(
                GtidOrigin.parse(A), GtidOrigin.parse(B), GtidOrigin.parse(A + ":t"), GtidOrigin.parse(A + ":u"));
        return Combinators.combine(origins, Arbitraries.longs().between(1, 12)).as(Gtid::new);
    }

    @Provide
    Arbitrary<Set<Gtid>> gtids() {
        return gtid().set().ofMaxSize(25);
    }

    /** One by one, which is what a stream does. */
    private static GtidSet set(Set<Gtid> gtids) {
        GtidSet set = GtidSet.EMPTY;
        for (Gtid gtid : gtids) {
            set = set.with(gtid);
        }
        return set;
    }

    private static Set<Gtid> both(Set<Gtid> left, Set<Gtid> right) {
        Set<Gtid> both = new HashSet<>(left);
        both.addAll(right);
        return both;
    }

    private static Set<Gtid> kept(Set<Gtid> from, Set<Gtid> other, boolean ifIn) {
        return from.stream().filter(g -> other.contains(g) == ifIn).collect(Collectors.toSet());
    }

    private static String named(String text) {
        return text.replace("A", A).replace("B", B);
    }
}

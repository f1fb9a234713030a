package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ShopDrawTest {
    private static final ShopSizes SIZES = ShopSizes.ofTotal(50_000);

    @ParameterizedTest
    @EnumSource
    void writersOwnDisjointKeys(ShopRelation relation) {
        Set<String> first = keys(relation, 0);
        Set<String> second = keys(relation, 1);
        first.retainAll(second);
        assertThat(first).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void freshKeysAreNoKeysOfTheDataset(ShopRelation relation) {
        ShopDraw draw = new ShopDraw(new Random(1), 0, 2, SIZES);
        Set<String> fresh = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
            fresh.add(draw.fresh(relation));
        }
        assertThat(fresh).hasSize(5_000);
        for (long number = 1; number <= SIZES.of(relation.relation()); number++) {
            assertThat(fresh).doesNotContain(relation.key(number));
        }
    }

    @Test
    void sameSeedDrawsTheSame() {
        ShopDraw one = new ShopDraw(new Random(5), 0, 2, SIZES);
        ShopDraw other = new ShopDraw(new Random(5), 0, 2, SIZES);
        for (int i = 0; i < 100; i++) {
            assertThat(one.own(ShopRelation.ORDERS)).isEqualTo(other.own(ShopRelation.ORDERS));
            assertThat(one.body()).isEqualTo(other.body());
        }
    }

    private static Set<String> keys(ShopRelation relation, int writer) {
        ShopDraw draw = new ShopDraw(new Random(writer), writer, 2, SIZES);
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            keys.add(draw.own(relation));
            keys.add(draw.fresh(relation));
        }
        return keys;
    }
}

package io.trellara.handoff.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class ShopSizesTest {
    @Property
    void sharesOutExactlyTheTotal(@ForAll @LongRange(min = 1_000, max = 1_000_000_000_000L) long rows) {
        assertThat(ShopSizes.ofTotal(rows).total()).isEqualTo(rows);
    }

    @Test
    void refusesAShopTooSmallForItsWriters() {
        assertThatIllegalArgumentException().isThrownBy(() -> ShopSizes.ofTotal(999));
    }
}

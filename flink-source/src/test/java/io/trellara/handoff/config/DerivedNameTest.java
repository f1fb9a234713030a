package io.trellara.handoff.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.RunKey;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

final class DerivedNameTest {
    @Test
    void spellsAPlainKeyOut() {
        assertThat(DerivedName.of(new RunKey("shop", "orders", "1"))).isEqualTo("handoff_shop_orders_1");
    }

    @Test
    void keepsKeysApartThatWouldMeetInOneName() {
        assertThat(DerivedName.of(new RunKey("a_b", "c", "1")))
                .isNotEqualTo(DerivedName.of(new RunKey("a", "b_c", "1")));
        assertThat(DerivedName.of(new RunKey("Shop", "c", "1")))
                .isNotEqualTo(DerivedName.of(new RunKey("shop", "c", "1")));
    }

    @Property
    void isAlwaysAnIdentifierOfAtMost63(
            @ForAll @AlphaChars @Chars({'-', '.', '_', '7'}) @StringLength(min = 1, max = 100) String source,
            @ForAll @AlphaChars @StringLength(min = 1, max = 60) String dataset) {
        assertThat(DerivedName.of(new RunKey(source, dataset, "1"))).matches("[a-z_][a-z0-9_]{0,62}");
    }
}

package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.model.KeyOrder;
import org.junit.jupiter.api.Test;

final class KeyOrdersTest {
    @Test
    void textIsEqualByBytesOnlyUnderADeterministicCollation() {
        assertThat(KeyOrders.of(25, "b", true, -1)).isEqualTo(KeyOrder.TEXT);
        assertThat(KeyOrders.of(25, "b", false, -1)).isEqualTo(KeyOrder.UNORDERED);
    }

    @Test
    void blankPaddedTextWithoutALengthPrintsEqualValuesDifferently() {
        assertThat(KeyOrders.of(1042, "b", true, 9)).isEqualTo(KeyOrder.TEXT);
        assertThat(KeyOrders.of(1042, "b", true, -1)).isEqualTo(KeyOrder.UNORDERED);
    }

    @Test
    void whatIsNotKnownIsUnordered() {
        assertThat(KeyOrders.of(701, "b", true, -1)).isEqualTo(KeyOrder.UNORDERED);
        assertThat(KeyOrders.of(123_456, "b", true, -1)).isEqualTo(KeyOrder.UNORDERED);
        assertThat(KeyOrders.of(123_456, "e", true, -1)).isEqualTo(KeyOrder.TEXT);
    }
}

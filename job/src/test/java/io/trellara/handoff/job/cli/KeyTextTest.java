package io.trellara.handoff.job.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyTextTest {
    private static final RelationSchema LINES = schema(KeyOrder.INTEGER, KeyOrder.UUID);

    @Test
    void readsBothEndsOrEither() {
        RelationSchema orders = schema(KeyOrder.INTEGER);
        assertThat(KeyText.range(orders, "-5..70")).isEqualTo(KeyRange.of(key("-5"), key("70")));
        assertThat(KeyText.range(orders, "..70")).isEqualTo(KeyRange.of(Optional.empty(), key("70")));
        assertThat(KeyText.range(orders, "7..")).isEqualTo(KeyRange.of(key("7"), Optional.empty()));
        String uuid = "00000000-0000-4000-8000-000000000000";
        assertThat(KeyText.range(LINES, "1, " + uuid + "..")).isEqualTo(KeyRange.of(key("1", uuid), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "DATE, 2026-11-30..2026-12-01",
        "TIMESTAMP, 2026-11-30 10:00:00.5..",
        "TIMESTAMPTZ, ..2026-11-30 10:00:00+00",
        "BOOLEAN, f..t",
        "NUMERIC, 1.50..12",
        "BYTEA, \\x00..\\x0aff",
    })
    void readsTheServersOwnForms(KeyOrder order, String text) {
        assertThat(KeyText.range(schema(order), text)).isNotEqualTo(KeyRange.ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "seven..8", "8..7", "7..7", "1,2..", "1.5..2", "1..2..3"})
    void refusesWhatIsNoRangeAndNamesNoValue(String text) {
        assertThatThrownBy(() -> KeyText.range(schema(KeyOrder.INTEGER), text))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
                .hasMessageNotContaining("seven");
    }

    @Test
    void refusesKeysThatOnlyTheServerCanOrder() {
        assertThatThrownBy(() -> KeyText.range(schema(KeyOrder.TEXT), "a..b")).hasMessageContaining("whole relation");
    }

    @Test
    void rangesMeetWhereTheyHaveKeysInCommon() {
        RelationSchema orders = schema(KeyOrder.INTEGER);
        KeyRange chunk = KeyRange.of(key("10"), key("20"));
        assertThat(KeyText.meet(orders, chunk, KeyRange.of(key("19"), key("30"))))
                .isTrue();
        assertThat(KeyText.meet(orders, chunk, KeyRange.of(key("20"), key("30"))))
                .isFalse();
        assertThat(KeyText.meet(orders, chunk, KeyRange.of(Optional.empty(), key("10"))))
                .isFalse();
        assertThat(KeyText.meet(orders, chunk, KeyRange.ALL)).isTrue();
    }

    private static Optional<Key> key(String... cells) {
        return Optional.of(new Key(List.of(cells)));
    }

    private static RelationSchema schema(KeyOrder... orders) {
        return new RelationSchema(
                new Relation("shop", "orders"),
                IntStream.range(0, orders.length)
                        .mapToObj(i -> new Column("k" + i, "type", 0, false, orders[i]))
                        .toList(),
                IntStream.range(0, orders.length).boxed().toList(),
                "ab".repeat(32));
    }
}

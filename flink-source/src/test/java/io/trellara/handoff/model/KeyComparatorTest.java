package io.trellara.handoff.model;

import static io.trellara.handoff.model.KeyFixture.image;
import static io.trellara.handoff.model.KeyFixture.key;
import static io.trellara.handoff.model.KeyFixture.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyComparatorTest {
    static Stream<Arguments> ascending() {
        return Stream.of(
                Arguments.of(
                        KeyOrder.INTEGER,
                        List.of("-9223372036854775808", "-10", "-9", "-1", "0", "9", "10", "11", "100")),
                Arguments.of(
                        KeyOrder.NUMERIC,
                        List.of(
                                "-Infinity",
                                "-10.5",
                                "-10",
                                "-9.99",
                                "-0.001",
                                "0.000",
                                "0.0001",
                                "0.1",
                                "0.9",
                                "1",
                                "1.01",
                                "99999999999999999999.1",
                                "100000000000000000000",
                                "Infinity",
                                "NaN")),
                Arguments.of(
                        KeyOrder.DATE,
                        List.of(
                                "-infinity",
                                "4713-01-01 BC",
                                "0002-12-31 BC",
                                "0001-01-01 BC",
                                "0001-12-31 BC",
                                "0001-01-01",
                                "1999-12-31",
                                "2000-01-01",
                                "9999-12-31",
                                "10000-01-01",
                                "5874897-12-31",
                                "infinity")),
                Arguments.of(
                        KeyOrder.TIMESTAMP,
                        List.of(
                                "-infinity",
                                "4713-01-01 00:00:00 BC",
                                "0044-03-15 12:00:00 BC",
                                "0044-03-15 12:00:00.5 BC",
                                "2000-01-01 00:00:00",
                                "2000-01-01 00:00:00.000001",
                                "2000-01-01 00:00:00.1",
                                "2000-01-01 00:00:00.12",
                                "2000-01-01 00:00:01",
                                "294276-12-31 23:59:59.999999",
                                "infinity")),
                Arguments.of(
                        KeyOrder.TIMESTAMPTZ,
                        List.of(
                                "-infinity",
                                "0044-03-15 12:00:00+00 BC",
                                "0044-03-15 12:00:00.5+00 BC",
                                "2000-01-01 00:00:00+00",
                                "2000-01-01 00:00:00.1+00",
                                "2000-01-01 00:00:00.12+00",
                                "10000-01-01 00:00:00+00",
                                "infinity")),
                Arguments.of(KeyOrder.BOOLEAN, List.of("f", "t")),
                Arguments.of(
                        KeyOrder.UUID,
                        List.of(
                                "00000000-0000-0000-0000-000000000009", "00000000-0000-0000-0000-00000000000a",
                                "7fffffff-0000-0000-0000-000000000000", "80000000-0000-0000-0000-000000000000")),
                Arguments.of(KeyOrder.BYTEA, List.of("\\x", "\\x00", "\\x0000", "\\x01", "\\x7f", "\\x80", "\\xff")));
    }

    @ParameterizedTest
    @MethodSource("ascending")
    void ordersAsTheServerDoes(KeyOrder order, List<String> ascending) {
        KeyComparator comparator = KeyComparator.of(schema(order));
        for (int i = 0; i < ascending.size(); i++) {
            for (int j = 0; j < ascending.size(); j++) {
                Key a = key(ascending.get(i));
                Key b = key(ascending.get(j));
                assertThat(Integer.signum(comparator.compare(a, b)))
                        .as("%s against %s", a.cells(), b.cells())
                        .isEqualTo(Integer.compare(i, j));
                assertThat(Integer.signum(comparator.compare(image(a), KeyComparator.bytes(b))))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    @Test
    void equalNumericsMayDifferInScale() {
        KeyComparator comparator = KeyComparator.of(schema(KeyOrder.NUMERIC));

        assertThat(comparator.compare(key("1.0"), key("1.00"))).isZero();
        assertThat(comparator.compare(key("0"), key("0.000"))).isZero();
        assertThat(comparator.compare(key("-7.10"), key("-7.1"))).isZero();
        assertThat(comparator.compare(key("NaN"), key("NaN"))).isZero();
    }

    @Test
    void laterCellsDecideWhereEarlierOnesAreEqual() {
        KeyComparator comparator = KeyComparator.of(schema(KeyOrder.NUMERIC, KeyOrder.INTEGER));

        assertThat(comparator.compare(key("1.0", "9"), key("1.00", "10"))).isNegative();
        assertThat(comparator.compare(image(key("2", "1")), KeyComparator.bytes(key("10", "0"))))
                .isNegative();
    }

    @Property
    void integersCompareAsLongs(@ForAll long a, @ForAll long b) {
        assertThat(Integer.signum(KeyComparator.of(schema(KeyOrder.INTEGER))
                        .compare(key(Long.toString(a)), key(Long.toString(b)))))
                .isEqualTo(Long.compare(a, b));
    }

    @Property
    void numericsCompareAsDecimals(@ForAll @Scale(4) java.math.BigDecimal a, @ForAll @Scale(4) java.math.BigDecimal b) {
        assertThat(Integer.signum(KeyComparator.of(schema(KeyOrder.NUMERIC))
                        .compare(key(a.toPlainString()), key(b.toPlainString()))))
                .isEqualTo(a.compareTo(b));
    }

    @Test
    void refusesWhatItCannotOrder() {
        assertThatThrownBy(() -> KeyComparator.of(schema(KeyOrder.TEXT))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyComparator.of(schema(KeyOrder.INTEGER, KeyOrder.UNORDERED)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyComparator.of(schema(KeyOrder.INTEGER)).compare(key("1", "2"), key("1")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesTextPrintedUnderOtherSettings() {
        KeyComparator zoned = KeyComparator.of(schema(KeyOrder.TIMESTAMPTZ));
        KeyComparator dates = KeyComparator.of(schema(KeyOrder.DATE));

        assertThatThrownBy(() -> zoned.compare(key("2000-01-01 00:00:00+02"), key("2000-01-01 00:00:00+00")))
                .hasMessageContaining("UTC")
                .hasMessageNotContaining("2000");
        assertThatThrownBy(() -> dates.compare(key("01/02/2000"), key("2000-01-01")))
                .hasMessageContaining("ISO");
    }
}

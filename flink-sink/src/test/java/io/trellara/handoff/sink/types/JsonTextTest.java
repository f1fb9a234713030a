package io.trellara.handoff.sink.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"b\": 1.50, \"a\": [1e2, -0.0, true, null]}|{\"a\":[1E+2,0,true,null],\"b\":1.5}",
                "[]|[]",
                " { } |{}",
                "[[],{}]|[[],{}]",
                "\"\\u0041\\n\\/\\\"\"|\"A\\u000a/\\\"\"",
                "100|1E+2",
                "{\"a\":1,\"a\":2}|{\"a\":2}"
            })
    void documentsThatMeanTheSameLookTheSame(String text, String normal) {
        assertThat(JsonText.normal(text)).isEqualTo(normal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "tru", "\"a", "[1 2]", "1 2", "\"\\u12\""})
    void whatIsNoDocumentIsRefused(String text) {
        assertThatThrownBy(() -> JsonText.normal(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void seesAKeyThatIsNamedTwice() {
        assertThat(JsonText.repeatsKey("[{\"a\":1},{\"a\":{\"a\":1}}]")).isFalse();
        assertThat(JsonText.repeatsKey("[{\"a\":1,\"\\u0061\":1}]")).isTrue();
    }

    @Property
    void everyNumberOfFifteenDigitsIsHeld(@ForAll long digits, @ForAll @IntRange(min = -290, max = 290) int exponent) {
        BigDecimal number = BigDecimal.valueOf(digits % 1_000_000_000_000_000L, -exponent);
        assertThat(JsonNumber.held(number.toString(), false)).isTrue();
        assertThat(JsonNumber.held(number.toPlainString(), false)).isTrue();
        if (Math.abs(exponent) <= 22) {
            assertThat(JsonNumber.held(number.toString(), true)).isTrue();
        }
    }

    @Property
    void everyLongIsHeld(@ForAll long value) {
        assertThat(JsonNumber.held(Long.toString(value), false)).isTrue();
        assertThat(JsonNumber.held(Long.toUnsignedString(value), false)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0.1,true",
        "0.30000000000000004,true",
        "0.10000000000000001,false",
        "1e400,false",
        "1e-400,false",
        "18446744073709551615,true",
        "18446744073709551616,false",
        "18446744073709551617,false",
        "-9223372036854775809,false",
        "1e300,true",
        "5e-324,true",
        "-0,true",
        "0.0000000000000000000000001,true"
    })
    void holdsWhatComesBackTheSameNumber(String text, boolean held) {
        assertThat(JsonNumber.held(text, false)).isEqualTo(held);
    }
}

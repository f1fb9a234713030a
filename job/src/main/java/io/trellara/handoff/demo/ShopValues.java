package io.trellara.handoff.demo;

import io.trellara.handoff.demo.ShopChange.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What writers put into columns that are no keys: in each form what its types find hard. */
record ShopValues(
        Parameter amount,
        Parameter note,
        Parameter time,
        Parameter date,
        Parameter tags,
        Parameter box,
        Parameter span,
        Parameter meta,
        Parameter weight,
        Parameter discount) {
    static final Parameter STATE = oneOf("open", "paid", "shipped", "returned", "cancelled");
    private static final String[] NOTES = {
        "", "plain", "tab\there", "line\nbreak", "back\\slash", "\\N", "ünïcode ☃", "\r"
    };

    static ShopValues of(ShopForm form) {
        return form == ShopForm.POSTGRESQL ? rich() : plain();
    }

    private static ShopValues rich() {
        return new ShopValues(
                draw -> List.of(draw.random().nextInt(50) == 0 ? "NaN" : draw.amount()),
                oneOrNone(NOTES),
                oneOrNone("infinity", "-infinity", "2024-02-29 23:59:59.999999+00", "0044-03-15 12:00:00+00 BC"),
                oneOrNone("infinity", "-infinity", "2024-02-29", "0001-01-01"),
                oneOrNone("{}", "{a,NULL,\"b,c\"}", "{\"quote \\\" here\",\"back \\\\ slash\"}", "{NULL}"),
                oneOrNone("{1,2,3}", "{{1,2},{NULL,4}}", "[0:1]={5,6}"),
                oneOrNone("empty", "(,)", "[2024-01-01 00:00+00,)", "[2024-01-01 00:00+00,2024-06-01 00:00+00)"),
                oneOrNone("null", "{}", "[1,2.50,\"tab\\t\"]", "{\"a\": {\"b\": [true, null]}}"),
                oneOrNone("NaN", "Infinity", "1e-300", "-0"),
                oneOrNone("NaN", "-Infinity", "0.1"));
    }

    private static ShopValues plain() {
        return new ShopValues(
                draw -> List.of(draw.amount()),
                oneOrNone(Stream.concat(Arrays.stream(NOTES), Stream.of("four bytes 😀"))
                        .toArray(String[]::new)),
                oneOrNone("1970-01-02 00:00:01", "2024-02-29 23:59:59.999999", "2037-12-31 12:00:00.5"),
                oneOrNone("1000-01-01", "2024-02-29", "9999-12-31"),
                oneOrNone("[]", "[\"a\", null, \"b,c\"]", "[\"quote \\\" here\", \"back \\\\ slash\"]", "[null]"),
                oneOrNone("", "glass", "glass,cold", "heavy,flat"),
                oneOrNone("00:00:00", "12:34:56.789", "23:59:59.999"),
                oneOrNone("null", "{}", "[1, 2.5, \"tab\\t\"]", "{\"a\": {\"b\": [true, null]}}"),
                oneOrNone("1e-300", "-1.7976931348623157e308", "0.1", "123456789.125"),
                oneOrNone("-0.5", "0.1", "16777216"));
    }

    private static Parameter oneOrNone(String... texts) {
        @Nullable String[] all = Arrays.copyOf(texts, texts.length + 1);
        return draw -> Arrays.asList(draw.oneOf(all));
    }

    private static Parameter oneOf(String... texts) {
        return draw -> Arrays.asList(draw.oneOf(texts));
    }
}

package io.trellara.handoff.model;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Key values as text, the odd ones often. */
final class NastyTexts {
    private static final int SMALLEST = 20, LARGEST = 120;

    private NastyTexts() {}

    static Arbitrary<List<String>> integers() {
        return lists(Arbitraries.longs().map(String::valueOf), "0", "-1", "10", "9", "-9223372036854775808");
    }

    static Arbitrary<List<String>> numerics() {
        Arbitrary<String> whole = digits(1, 25);
        Arbitrary<String> fraction = digits(0, 12);
        Arbitrary<String> zeros = Arbitraries.strings().withChars('0').ofMaxLength(4);
        Arbitrary<String> sign = Arbitraries.of("", "-");
        Arbitrary<String> number = Combinators.combine(sign, whole, fraction, zeros)
                .as((s, w, f, z) -> s + w + (f.isEmpty() && z.isEmpty() ? "" : "." + f + z));
        return lists(
                number, "NaN", "Infinity", "-Infinity", "0", "-0.00", "0.000", "1", "1.0", "1.00", "-1.10", "-1.1");
    }

    static Arbitrary<List<String>> dates() {
        Arbitrary<String> ad = date(Arbitraries.integers().between(1, 5_874_896));
        Arbitrary<String> near = date(Arbitraries.integers().between(9_990, 10_010));
        Arbitrary<String> bc = date(Arbitraries.integers().between(1, 4_712)).map(date -> date + " BC");
        return lists(
                Arbitraries.oneOf(ad, near, bc), "infinity", "-infinity", "0001-01-01", "0001-12-31 BC", "9999-12-31");
    }

    static Arbitrary<List<String>> timestamps() {
        Arbitrary<String> time = Combinators.combine(
                        Arbitraries.integers().between(0, 23),
                        Arbitraries.integers().between(0, 59),
                        Arbitraries.of("", ".5", ".500001", ".000001", ".1", ".10", ".999999"))
                .as((h, s, f) -> String.format(Locale.ROOT, " %02d:00:%02d%s", h, s, f));
        Arbitrary<String> ad = date(Arbitraries.oneOf(
                Arbitraries.integers().between(1, 294_275),
                Arbitraries.integers().between(1_999, 2_001)));
        Arbitrary<String> bc = date(Arbitraries.integers().between(1, 4_712));
        Arbitrary<String> stamp = Arbitraries.oneOf(
                Combinators.combine(ad, time).as((d, t) -> d + t),
                Combinators.combine(bc, time).as((d, t) -> d + t + " BC"));
        return lists(
                stamp, "infinity", "-infinity", "2000-01-01 00:00:00", "0001-01-01 00:00:00", "0001-12-31 23:59:59 BC");
    }

    static Arbitrary<List<String>> uuids() {
        Arbitrary<String> uuid = Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
                .as((high, low) -> new UUID(high, low).toString());
        return lists(uuid, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff");
    }

    static Arbitrary<List<String>> bytes() {
        Arbitrary<String> bytes = Arbitraries.bytes()
                .list()
                .ofMaxSize(4)
                .map(list -> list.stream()
                        .map(b -> String.format(Locale.ROOT, "%02x", b))
                        .reduce("\\x", String::concat));
        return lists(bytes, "\\x", "\\x00", "\\x0000", "\\x7f", "\\x80", "\\xff");
    }

    private static Arbitrary<String> date(Arbitrary<Integer> years) {
        return Combinators.combine(
                        years,
                        Arbitraries.integers().between(1, 12),
                        Arbitraries.integers().between(1, 28))
                .as((y, m, d) -> String.format(Locale.ROOT, "%04d-%02d-%02d", y, m, d));
    }

    private static Arbitrary<String> digits(int shortest, int longest) {
        return Arbitraries.strings().numeric().ofMinLength(shortest).ofMaxLength(longest);
    }

    private static Arbitrary<List<String>> lists(Arbitrary<String> usual, String... odd) {
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(3, usual), net.jqwik.api.Tuple.of(1, Arbitraries.of(odd)))
                .list()
                .ofMinSize(SMALLEST)
                .ofMaxSize(LARGEST);
    }
}

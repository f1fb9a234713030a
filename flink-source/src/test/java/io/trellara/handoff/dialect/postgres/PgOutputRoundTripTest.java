package io.trellara.handoff.dialect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Whatever is encoded is decoded again, cell by cell. */
class PgOutputRoundTripTest {
    record Change(char op, char old, List<@Nullable String> before, List<@Nullable String> after) {}

    @Property(tries = 300)
    void decodesWhatWasEncoded(@ForAll("changes") List<Change> changes) {
        StreamFixture stream = StreamFixture.inTransaction();
        List<String> expected = new ArrayList<>(List.of("begin 100 0 7"));

        for (Change change : changes) {
            stream.decode(encode(change));
            expected.add(line(change));
        }

        assertThat(stream.changes.lines()).isEqualTo(expected);
    }

    private static byte[] encode(Change change) {
        int oid = StreamFixture.LINE;
        return switch (change.op) {
            case 'I' -> PgOutputEncoder.insert(oid, change.after);
            case 'U' -> PgOutputEncoder.update(oid, change.old, change.before, change.after);
            default -> PgOutputEncoder.delete(oid, change.old == 'N' ? 'K' : change.old, change.before);
        };
    }

    private static String line(Change change) {
        String old = switch (change.old) {
            case 'K' -> " key " + cells(change.before);
            case 'O' -> " old " + cells(change.before);
            default -> "";
        };
        return switch (change.op) {
            case 'I' -> "insert sales.line " + cells(change.after);
            case 'U' -> "update sales.line" + old + " to " + cells(change.after);
            default -> "delete sales.line" + (change.old == 'N' ? " key " + cells(change.before) : old);
        };
    }

    private static String cells(List<@Nullable String> cells) {
        return cells.stream()
                .map(cell ->
                        cell == null ? "null" : cell.equals(PgOutputEncoder.UNCHANGED) ? "unchanged" : "'" + cell + "'")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        Arbitrary<String> text = Arbitraries.strings().all().excludeChars('\0').ofMaxLength(40);
        Arbitrary<String> sound = text.filter(s -> s.codePoints().noneMatch(c -> c >= 0xD800 && c < 0xE000));
        Arbitrary<String> free = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(5, sound),
                net.jqwik.api.Tuple.of(1, Arbitraries.just(PgOutputEncoder.UNCHANGED)));
        Arbitrary<List<@Nullable String>> after =
                Combinators.combine(sound, free.injectNull(0.2), sound).as(PgOutputRoundTripTest::row);
        Arbitrary<List<@Nullable String>> before =
                Combinators.combine(sound, sound.injectNull(0.5), sound).as(PgOutputRoundTripTest::row);
        return Combinators.combine(Arbitraries.of('I', 'U', 'D'), Arbitraries.of('N', 'K', 'O'), before, after)
                .as(Change::new)
                .list()
                .ofMaxSize(20);
    }

    private static List<@Nullable String> row(String a, @Nullable String x, String b) {
        List<@Nullable String> row = new ArrayList<>();
        row.add(a);
        row.add(x);
        row.add(b);
        return row;
    }
}

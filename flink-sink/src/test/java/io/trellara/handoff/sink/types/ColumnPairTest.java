package io.trellara.handoff.sink.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class ColumnPairTest {
    private static final String TEXT = "longtext COLLATE utf8mb4_0900_bin";
    private static final DatabaseKind P = DatabaseKind.POSTGRESQL;
    private static final DatabaseKind M = DatabaseKind.MYSQL;

    private static ColumnPair pair(DatabaseKind source, String type, DatabaseKind target, String there) {
        RelationSchema schema = new RelationSchema(
                new Relation("s", "t"),
                List.of(
                        new Column("k", source == M ? "int" : "integer", 0, false, KeyOrder.INTEGER),
                        new Column("c", type, 0, true, KeyOrder.UNORDERED)),
                List.of(0),
                "0".repeat(64));
        return RelationMapping.of(source, target, TargetVersion.CURRENT, schema).pair(1, there);
    }

    /** What the documentation says of edge values is what is meant; all that is not named here is the same. */
    @Test
    void edgeValuesAreTheSameOrNotAsDocumented() {
        Set<String> different = Set.of(
                "numeric NaN",
                "double precision -0/0",
                "double precision Infinity",
                "tinyint(1) 2",
                "text a",
                "text \u00e4",
                "numeric 1.50/" + TEXT,
                "bytea \\x00",
                "date infinity",
                "date 0000-00-00",
                "jsonb 1",
                "json {\"a\": 1, \"a\": 2}",
                "enum('a','b') COLLATE utf8mb4_0900_ai_ci a");
        Set<String> found = FormReference.rows().stream()
                .filter(row -> !row.same())
                .map(ColumnPairTest::named)
                .collect(Collectors.toSet());
        assertThat(found).isEqualTo(different);
        assertThat(FormReference.rows()).hasSizeGreaterThan(35);
    }

    private static String named(FormReference.Row row) {
        String name = row.source().type() + " " + row.source().text();
        return row.source().text().equals("-0")
                ? name + "/" + row.target().text()
                : row.source().text().equals("1.50") ? name + "/" + row.target().type() : name;
    }

    @Test
    void aValueThatTheTargetCannotHoldHasNoForm() {
        assertThat(pair(P, "real", M, "float").formOfSource("NaN")).isEmpty();
        assertThat(pair(P, "real", M, "float").formOfSource("0.1")).contains("0.1");
    }

    @Property
    void decimalsAreTheSameAtAnyScaleAndOthersAreNot(
            @ForAll @LongRange(min = -99_999_999, max = 99_999_999) long digits,
            @ForAll @LongRange(min = 1) long more) {
        BigDecimal number = BigDecimal.valueOf(digits, 2);
        BigDecimal other = number.add(BigDecimal.valueOf(more % 1_000 + 1, 2));
        ColumnPair there = pair(P, "numeric(12,2)", M, "decimal(14,4)");
        String printed = number.setScale(4, RoundingMode.UNNECESSARY).toPlainString();
        assertThat(there.ofSource(number.toPlainString())).isEqualTo(there.ofTarget(printed));
        assertThat(there.ofSource(other.toPlainString())).isNotEqualTo(there.ofTarget(printed));
        ColumnPair back = pair(M, "decimal(12,2)", P, "numeric(14,4)");
        assertThat(back.ofSource(number.toPlainString())).isEqualTo(back.ofTarget(printed));
        assertThat(back.ofSource(other.toPlainString())).isNotEqualTo(back.ofTarget(printed));
    }

    /** Whatever digits either server prints of them. */
    @Property
    void doublesAreTheSameBitByBit(@ForAll double value) {
        double other = Math.nextUp(value);
        String plain = new BigDecimal(value).toPlainString();
        String signed = 1 / value == Double.NEGATIVE_INFINITY ? "-" + plain : plain;
        for (ColumnPair pair : List.of(
                pair(P, "double precision", M, "double"),
                pair(M, "double", P, "double precision"),
                pair(M, "double", P, "text"))) {
            assertThat(pair.ofSource(Double.toString(value))).isEqualTo(pair.ofTarget(signed));
            assertThat(pair.ofSource(Double.toString(value))).isNotEqualTo(pair.ofTarget(Double.toString(other)));
        }
    }

    @Property
    void textIsTheSameOnlyCharacterByCharacter(@ForAll String text, @ForAll String other) {
        String held = text.replace("\0", "");
        for (ColumnPair pair : List.of(pair(P, "text", M, TEXT), pair(M, TEXT, P, "text"))) {
            assertThat(pair.formOfSource(held)).contains(pair.ofTarget(held));
            if (!held.equals(other)) {
                assertThat(pair.ofSource(held)).isNotEqualTo(pair.ofTarget(other));
            }
        }
    }

    @Property
    void bytesAreTheSameOnlyByteByByte(@ForAll byte[] bytes, @ForAll byte[] others) {
        String cell = "\\x" + HexFormat.of().formatHex(bytes);
        String other = "\\x" + HexFormat.of().formatHex(others);
        for (ColumnPair pair : List.of(pair(P, "bytea", M, "longblob"), pair(M, "longblob", P, "bytea"))) {
            assertThat(pair.ofSource(cell).equals(pair.ofTarget(other))).isEqualTo(cell.equals(other));
        }
    }

    @Property
    void momentsAreTheSameWithAndWithoutZerosAndZone(
            @ForAll @IntRange(max = 999_999) int micros, @ForAll @IntRange(max = 999_999) int others) {
        String six = String.format("2026-11-30 10:00:00.%06d", micros);
        String other = String.format("2026-11-30 10:00:00.%06d", others);
        String shortest = six.replaceAll("\\.?0{1,6}$", "").replaceAll("10:00:?$", "10:00:00");
        String printed = micros == 0 ? "2026-11-30 10:00:00" : shortest;
        ColumnPair there = pair(P, "timestamp with time zone", M, "datetime(6)");
        assertThat(there.ofSource(printed + "+00").equals(there.ofTarget(other)))
                .isEqualTo(micros == others);
        assertThat(there.ofSource(printed + "+00")).isEqualTo(there.ofTarget(six));
        ColumnPair back = pair(M, "timestamp(6)", P, "timestamp(6) with time zone");
        assertThat(back.ofSource(six + "+00")).isEqualTo(back.ofTarget(printed + "+00"));
        assertThat(back.ofSource(other + "+00").equals(back.ofTarget(printed + "+00")))
                .isEqualTo(micros == others);
    }
}

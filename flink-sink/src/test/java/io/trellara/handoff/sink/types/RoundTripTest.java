package io.trellara.handoff.sink.types;

import static io.trellara.handoff.sink.types.Crossing.MYSQL_PG;
import static io.trellara.handoff.sink.types.Crossing.PG_MYSQL;
import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** A value that goes across means the same there, and the same again when it comes back. */
final class RoundTripTest {
    private static final LocalDateTime FIRST = LocalDateTime.of(1, 1, 1, 0, 0);
    private static final long MICROS = FIRST.until(LocalDateTime.of(9999, 12, 31, 23, 59, 59), ChronoUnit.MICROS);

    @Property
    void wholeNumbers(@ForAll long number) {
        goesAndComesBack("bigint", Long.toString(number));
        goesAndComesBack("numeric", Long.toString(number));
    }

    @Property
    void decimals(
            @ForAll @BigRange(min = "-1e34", max = "1e34") BigInteger digits, @ForAll @IntRange(max = 30) int scale) {
        goesAndComesBack("numeric(65,30)", new BigDecimal(digits, scale).toPlainString());
        goesAndComesBack("numeric", new BigDecimal(digits, scale).toPlainString());
    }

    @Property
    void floatingPointNumbers(@ForAll int single, @ForAll long twice) {
        if (Float.isFinite(Float.intBitsToFloat(single))) {
            goesAndComesBack("real", Float.toString(Float.intBitsToFloat(single)));
        }
        if (Double.isFinite(Double.longBitsToDouble(twice))) {
            goesAndComesBack("double precision", Double.toString(Double.longBitsToDouble(twice)));
        }
    }

    @Property
    void moments(@ForAll @LongRange long any) {
        LocalDateTime moment = FIRST.plus(Math.floorMod(any, MICROS), ChronoUnit.MICROS);
        String text = "%04d-%02d-%02d %02d:%02d:%02d.%06d"
                .formatted(
                        moment.getYear(),
                        moment.getMonthValue(),
                        moment.getDayOfMonth(),
                        moment.getHour(),
                        moment.getMinute(),
                        moment.getSecond(),
                        moment.getNano() / 1_000);
        goesAndComesBack("timestamp without time zone", text);
        goesAndComesBack("timestamp with time zone", text + "+00");
        goesAndComesBack("date", text.substring(0, 10));
    }

    @Property
    void bytesAndBits(@ForAll @Size(max = 40) byte[] bytes, @ForAll long bits) {
        goesAndComesBack("bytea", "\\x" + HexFormat.of().formatHex(bytes));
        goesAndComesBack("bit(64)", "%64s".formatted(Long.toBinaryString(bits)).replace(' ', '0'));
    }

    @Property
    void texts(@ForAll("texts") String text) {
        goesAndComesBack("text", text);
        goesAndComesBack("character varying(300)", text);
    }

    @Property
    void documents(@ForAll("texts") String key, @ForAll("texts") String value, @ForAll long number) {
        StringBuilder json = new StringBuilder();
        json.append("{")
                .append(quoted(key))
                .append(": [")
                .append(quoted(value))
                .append(", ")
                .append(number)
                .append("]}");
        goesAndComesBack("jsonb", json.toString());
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c < ' ') {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.append(c == '"' || c == '\\' ? "\\" : "").appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }

    /** What both kinds hold: no U+0000, no half of a pair. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.integers()
                .between(1, 0x1_FFFF)
                .edgeCases(edges -> edges.add(7, 8, 9, 10, 11, 12, 13, 26, 34, 39, 92))
                .filter(c -> c < 0xD800 || c > 0xDFFF)
                .map(Character::toString)
                .list()
                .ofMaxSize(30)
                .map(characters -> String.join("", characters));
    }

    private static void goesAndComesBack(String type, String cell) {
        String there = PG_MYSQL.created(type);
        String gone = PG_MYSQL.cell(type, cell);
        String value = NormalColumn.of(DatabaseKind.POSTGRESQL, type).of(cell);
        assertThat(NormalColumn.of(DatabaseKind.MYSQL, there).of(gone)).isEqualTo(value);
        String back = MYSQL_PG.created(there);
        assertThat(NormalColumn.of(DatabaseKind.POSTGRESQL, back).of(MYSQL_PG.cell(there, gone)))
                .isEqualTo(value);
    }
}

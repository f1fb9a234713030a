package io.trellara.handoff.sink.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.DatabaseKind;
import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NormalColumnTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "integer|7|numeric|7.00",
                "boolean|t|tinyint(1)|1",
                "boolean|f|tinyint(1)|0",
                "numeric|100|decimal(65,30)|100.000000000000000000000000000000",
                "numeric|-0.50|decimal(3,2)|-0.50",
                "smallint|0|year|0000",
                "real|0.1|float|0.10000000149011612",
                "real|1e+20|float|1e20",
                "double precision|1e+100|double|1e100",
                "timestamp without time zone|2026-11-30 10:00:00|datetime(6)|2026-11-30 10:00:00.000000",
                "timestamp with time zone|2026-11-30 10:00:00.5+00|datetime(6)|2026-11-30 10:00:00.500000",
                "timestamp with time zone|2026-11-30 10:00:00.5+00|timestamp(3)|2026-11-30 10:00:00.500+00",
                "interval(3)|-00:00:00.1|time(3)|-00:00:00.100",
                "time without time zone|24:00:00|time(6)|24:00:00.000000",
                "character(3)|a  |char(3)|a",
                "jsonb|{\"b\": 1.50, \"a\": 1E2}|json|{\"a\": 100, \"b\": 1.5}",
                "bytea|\\x00|blob|\\x00",
                "bit(3)|010|bit(3)|010",
                "date|2026-11-30|date|2026-11-30"
            },
            ignoreLeadingAndTrailingWhitespace = false)
    void theSameValueLooksTheSameOnBothSides(String postgres, String cell, String mysql, String same) {
        DatabaseKind kind = mysql.startsWith("numeric") ? DatabaseKind.POSTGRESQL : DatabaseKind.MYSQL;
        assertThat(NormalColumn.of(DatabaseKind.POSTGRESQL, postgres).of(cell))
                .isEqualTo(NormalColumn.of(kind, mysql).of(same));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "numeric|1|numeric|1.000000000000000000000000000001",
                "double precision|0.1|double precision|0.10000000149011612",
                "timestamp without time zone|2026-11-30 10:00:00|timestamp without time zone|2026-11-30 10:00:00.000001",
                "text|1.0|text|1",
                "text|a|text|a ",
                "jsonb|1|jsonb|\"1\"",
                "double precision|0|double precision|-0"
            },
            ignoreLeadingAndTrailingWhitespace = false)
    void differentValuesLookDifferent(String type, String cell, String other, String different) {
        assertThat(NormalColumn.of(DatabaseKind.POSTGRESQL, type).of(cell))
                .isNotEqualTo(NormalColumn.of(DatabaseKind.POSTGRESQL, other).of(different));
    }

    @Property
    void aDecimalsZerosAreNoPartOfIt(@ForAll long digits, @ForAll @IntRange(max = 30) int scale) {
        BigDecimal number = BigDecimal.valueOf(digits, scale);
        NormalColumn column = NormalColumn.of(DatabaseKind.MYSQL, "decimal(65,30)");
        assertThat(column.of(number.setScale(30).toPlainString())).isEqualTo(column.of(number.toPlainString()));
        assertThat(new BigDecimal(column.of(number.toPlainString()))).isEqualByComparingTo(number);
    }
}

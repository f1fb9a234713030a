package io.trellara.handoff.sink.types;

import static io.trellara.handoff.sink.types.Crossing.MYSQL_PG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Column;
import io.trellara.handoff.model.KeyOrder;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MysqlToPostgresTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tinyint|smallint",
                "tinyint(1)|smallint",
                "tinyint unsigned|smallint",
                "smallint(6)|smallint",
                "smallint unsigned|integer",
                "mediumint|integer",
                "mediumint unsigned|integer",
                "int|integer",
                "int(10) unsigned|bigint",
                "bigint|bigint",
                "bigint unsigned|numeric(20,0)",
                "decimal(65,30)|numeric(65,30)",
                "decimal(12,3) unsigned zerofill|numeric(12,3)",
                "float|real",
                "float(7,4)|real",
                "double|double precision",
                "bit(1)|bit(1)",
                "bit(64)|bit(64)",
                "year|smallint",
                "date|date",
                "datetime|timestamp(0) without time zone",
                "datetime(6)|timestamp(6) without time zone",
                "timestamp(3)|timestamp(3) with time zone",
                "time|interval(0)",
                "time(6)|interval(6)",
                "char(5) COLLATE utf8mb4_0900_ai_ci|character varying(5)",
                "varchar(40) COLLATE latin1_swedish_ci|character varying(40)",
                "tinytext COLLATE utf8mb4_bin|text",
                "longtext COLLATE utf8mb4_bin|text",
                "binary(4)|bytea",
                "varbinary(300)|bytea",
                "longblob|bytea",
                "'enum('a','b (2)')' COLLATE utf8mb4_bin|text",
                "set('x') COLLATE utf8mb4_bin|text",
                "json|jsonb",
                "geometry|bytea",
                "geomcollection|bytea",
                "vector(3)|bytea"
            })
    void createsEachTypeAsTheTableSays(String source, String target) {
        assertThat(MYSQL_PG.created(source.startsWith("'") ? "enum('a','b (2)') COLLATE utf8mb4_bin" : source))
                .isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bigint unsigned|18446744073709551615",
                "float|1e20",
                "bit(3)|010",
                "date|2024-02-29",
                "date|0001-01-01",
                "datetime(6)|9999-12-31 23:59:59.999999",
                "timestamp|1970-01-01 00:00:01+00",
                "time|-838:59:59",
                "binary(2)|\\x0100",
                "json|[\"\\\\u0000\", \"\\u0001\", 1e300]",
                "varchar(5) COLLATE utf8mb4_bin|a\\N",
                "year|0000"
            })
    void leavesWhatPostgresReadsTheSame(String type, String cell) {
        assertThat(MYSQL_PG.cell(type, cell)).isEqualTo(cell);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "date|0000-00-00",
                "date|2026-00-10",
                "date|2026-10-00",
                "date|0000-10-10",
                "date|2026-02-29",
                "date|2026-13-01",
                "datetime|0000-00-00 00:00:00",
                "datetime(3)|2026-02-31 10:00:00.000",
                "timestamp|0000-00-00 00:00:00+00",
                "json|{\"a\": \"x\\u0000\"}",
                "json|\"\\\\\\u0000\""
            })
    void haltsAtWhatPostgresDoesNotHold(String type, String cell) {
        assertThatThrownBy(() -> MYSQL_PG.cell(type, cell)).isInstanceOfSatisfying(HandoffException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_VALUE_UNHELD);
            assertThat(e.getMessage()).contains("shop.orders", "c1", type).doesNotContain(cell);
        });
    }

    @Test
    void haltsAtTheCharacterZero() {
        for (String type : new String[] {"varchar(5)", "longtext", "enum('a')"}) {
            assertThatThrownBy(() -> MYSQL_PG.cell(type + " COLLATE utf8mb4_bin", "a\0"))
                    .hasMessageContaining("TARGET_VALUE_UNHELD");
            assertThatThrownBy(() -> MYSQL_PG.cell(type + " COLLATE utf8mb4_bin", "\0"))
                    .hasMessageContaining("TARGET_VALUE_UNHELD");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int|bigint|true",
                "int|integer|true",
                "int|smallint|false",
                "int|numeric|true",
                "int|numeric(9,0)|false",
                "int unsigned|integer|false",
                "bigint unsigned|bigint|false",
                "bigint unsigned|numeric|true",
                "tinyint(1)|boolean|true",
                "tinyint|boolean|false",
                "decimal(10,2)|numeric(10,2)|true",
                "decimal(10,2)|numeric(10,1)|false",
                "decimal(10,2)|numeric|true",
                "float|double precision|false",
                "datetime(3)|timestamp without time zone|true",
                "datetime(3)|timestamp(0) without time zone|false",
                "datetime|timestamp with time zone|false",
                "time|time without time zone|true",
                "bit(1)|boolean|true",
                "bit(4)|bit(5)|false",
                "bit(4)|bit varying|true",
                "varchar(10) COLLATE utf8mb4_bin|character varying(9)|false",
                "varchar(10) COLLATE utf8mb4_bin|character varying(10)|true",
                "varchar(10) COLLATE utf8mb4_bin|character(10)|false",
                "varchar(10) COLLATE utf8mb4_bin|text|true",
                "text COLLATE utf8mb4_bin|character varying(70000)|false",
                "enum('a') COLLATE utf8mb4_bin|public.mood|true",
                "varchar(10) COLLATE utf8mb4_bin|public.mood|false",
                "json|json|true",
                "date|text|true",
                "blob|text|true"
            })
    void takesAnExistingColumnThatHoldsAsMuch(String source, String existing, boolean holds) {
        assertThat(MYSQL_PG.value(source).holds(1, existing)).isEqualTo(holds);
    }

    @Test
    void anExistingTextColumnTakesDatesThatNoCalendarHas() {
        assertThat(MYSQL_PG.cell("date", "text", "0000-00-00")).isEqualTo("0000-00-00");
    }

    @Test
    void anExistingTimeHoldsTimesOfADay() {
        assertThat(MYSQL_PG.cell("time", "time without time zone", "23:59:59")).isEqualTo("23:59:59");
        for (String beyond : new String[] {"-00:00:01", "24:00:00", "100:00:00"}) {
            assertThatThrownBy(() -> MYSQL_PG.cell("time", "time without time zone", beyond))
                    .hasMessageContaining("TARGET_VALUE_UNHELD");
        }
    }

    @Test
    void refusesNamesThatPostgresWouldCutOff() {
        assertThat(MYSQL_PG.value("int").names()).isEmpty();
        Column longName = new Column("é".repeat(32), "int", 0, false, KeyOrder.INTEGER);
        RelationMapping mapping = RelationMapping.of(
                MYSQL_PG.source(),
                MYSQL_PG.target(),
                TargetVersion.CURRENT,
                new RelationSchema(new Relation("shop", "t"), List.of(longName), List.of(0), "0".repeat(64)));
        assertThat(mapping.names())
                .singleElement()
                .satisfies(f -> assertThat(f.text()).contains("63 bytes"));
        assertThat(mapping.uncreatable()).hasSize(1);
    }
}

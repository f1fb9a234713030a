package io.trellara.handoff.sink.types;

import static io.trellara.handoff.sink.types.Crossing.PG_MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PostgresToMysqlTest {
    private static final String BIN = " COLLATE utf8mb4_0900_bin";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "smallint|smallint",
                "integer|int",
                "bigint|bigint",
                "oid|int unsigned",
                "numeric|decimal(65,30)",
                "numeric(10,2)|decimal(10,2)",
                "numeric(5,-2)|decimal(7,0)",
                "numeric(3,5)|decimal(5,5)",
                "real|float",
                "double precision|double",
                "boolean|tinyint(1)",
                "text|longtext COLLATE utf8mb4_0900_bin",
                "character varying|longtext COLLATE utf8mb4_0900_bin",
                "character varying(40)|varchar(40) COLLATE utf8mb4_0900_bin",
                "character varying(256)|longtext COLLATE utf8mb4_0900_bin",
                "character(5)|char(5) COLLATE utf8mb4_0900_bin",
                "character(300)|longtext COLLATE utf8mb4_0900_bin",
                "bpchar|longtext COLLATE utf8mb4_0900_bin",
                "name|varchar(63) COLLATE utf8mb4_0900_bin",
                "\"char\"|varchar(4) COLLATE utf8mb4_0900_bin",
                "bytea|longblob",
                "date|date",
                "timestamp without time zone|datetime(6)",
                "timestamp(3) without time zone|datetime(3)",
                "timestamp(0) with time zone|datetime",
                "timestamp with time zone|datetime(6)",
                "time without time zone|time(6)",
                "time(0) without time zone|time",
                "uuid|char(36) COLLATE ascii_bin",
                "json|json",
                "jsonb|json",
                "bit(9)|bit(9)",
                "bit(65)|varchar(65) COLLATE utf8mb4_0900_bin",
                "bit varying(3)|varchar(3) COLLATE utf8mb4_0900_bin",
                "interval|longtext COLLATE utf8mb4_0900_bin",
                "time with time zone|longtext COLLATE utf8mb4_0900_bin",
                "integer[]|longtext COLLATE utf8mb4_0900_bin",
                "public.mood|longtext COLLATE utf8mb4_0900_bin"
            })
    void createsEachTypeAsTheTableSays(String source, String target) {
        assertThat(PG_MYSQL.created(source)).isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            nullValues = "-",
            value = {
                "integer|-12|-12",
                "numeric|-0.10|-0.10",
                "numeric(4,2)|1.50|1.50",
                "real|1e-45|1e-45",
                "double precision|5e-324|5e-324",
                "boolean|t|1",
                "boolean|f|0",
                "bytea|\\x00ff|\\x00ff",
                "bytea|\\x|\\x",
                "date|0001-01-01|0001-01-01",
                "timestamp without time zone|9999-12-31 23:59:59.999999|9999-12-31 23:59:59.999999",
                "timestamp with time zone|2026-11-30 10:00:00.5+00|2026-11-30 10:00:00.5",
                "time without time zone|24:00:00|24:00:00",
                "bit(4)|1010|1010",
                "character(5)|x    |x",
                "character(300)|x  |x",
                "text|x  |x  ",
                "interval|1 year 04:05:06.5|1 year 04:05:06.5",
                "integer[]|{1,NULL}|{1,NULL}",
                "jsonb|{\"a\": [1, 2.50, -1e3, 18446744073709551615]}|{\"a\": [1, 2.50, -1e3, 18446744073709551615]}",
                "json|{\"a\\\\\": \"1e999\"}|{\"a\\\\\": \"1e999\"}"
            })
    void givesEachCellAsMysqlReadsIt(String type, String cell, String expected) {
        assertThat(PG_MYSQL.cell(type, cell)).isEqualTo(expected.equals("''") ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "numeric|NaN",
                "numeric|-Infinity",
                "numeric(4,2)|NaN",
                "numeric|0.0000000000000000000000000000001",
                "numeric|100000000000000000000000000000000000",
                "real|NaN",
                "real|-Infinity",
                "double precision|Infinity",
                "date|infinity",
                "date|-infinity",
                "date|10000-01-01",
                "date|0044-03-15 BC",
                "timestamp without time zone|infinity",
                "timestamp without time zone|0001-01-01 00:00:00 BC",
                "timestamp with time zone|294276-12-31 23:59:59+00",
                "timestamp with time zone|0001-12-31 23:59:59+00 BC",
                "jsonb|123456789012345678901",
                "jsonb|[0.1234567890123456789]",
                "json|1e400",
                "json|{\"a\": 1, \"\\u0061\": 2}"
            })
    void haltsAtWhatMysqlDoesNotHold(String type, String cell) {
        assertThatThrownBy(() -> PG_MYSQL.cell(type, cell)).isInstanceOfSatisfying(HandoffException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.TARGET_VALUE_UNHELD);
            assertThat(e.getMessage()).contains("shop.orders", "c1", type).doesNotContain(cell + " ");
        });
    }

    @Test
    void haltsAtJsonThatIsNestedTooDeeply() {
        assertThat(PG_MYSQL.cell("jsonb", "[".repeat(100) + "]".repeat(100))).hasSize(200);
        assertThatThrownBy(() -> PG_MYSQL.cell("jsonb", "[".repeat(101) + "]".repeat(101)))
                .hasMessageContaining("100 levels");
    }

    @Test
    void writesTheControlCharactersThatMysqlHasNoLetterFor() {
        LineConversion lines = PG_MYSQL.value("text").created();
        assertThat(Crossing.row(lines, "7\ta\\fb\\vc\\\\f\\\\\\v\\t\\n\\r\\b"))
                .isEqualTo("7\ta\fb\u000bc\\\\f\\\\\u000b\\t\\n\\r\\b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text|varchar(768) COLLATE utf8mb4_0900_bin",
                        "character varying(10)|varchar(10) COLLATE utf8mb4_0900_bin",
                "character varying(1000)|varchar(768) COLLATE utf8mb4_0900_bin", "bytea|varbinary(3072)",
                "character(4)|varchar(4) COLLATE utf8mb4_0900_bin", "uuid|char(36) COLLATE ascii_bin",
                "public.mood|varchar(768) COLLATE utf8mb4_0900_bin", "numeric|decimal(65,30)"
            })
    void keysFitAnIndexAndTellAllValuesApart(String source, String target) {
        assertThat(PG_MYSQL.relation(source).uncreatable()).isEmpty();
        assertThat(PG_MYSQL.relation(source).type(0)).isEqualTo(target);
    }

    @Test
    void aKeysColumnsShareTheIndex() {
        RelationMapping mapping = PG_MYSQL.keyed(4, "text", "character varying(50)", "bigint", "bytea");
        assertThat(List.of(mapping.type(0), mapping.type(1), mapping.type(2), mapping.type(3)))
                .containsExactly("varchar(354)" + BIN, "varchar(50)" + BIN, "bigint", "varbinary(1418)");
    }

    @Test
    void aKeyThatIsTooLongHaltsBeforeMysqlCutsItsBlanks() {
        LineConversion lines = PG_MYSQL.relation("text").created();
        String longest = "é".repeat(768);
        assertThat(Crossing.row(lines, longest)).isEqualTo(longest);
        assertThatThrownBy(() -> Crossing.row(lines, longest + " ")).hasMessageContaining("768 characters");
        assertThat(Crossing.row(lines, "\\t".repeat(768))).hasSize(2 * 768);
    }

    @Test
    void olderServersHaveNoCollationForKeysOfText() {
        Crossing old = PG_MYSQL.to("8.0.15");
        assertThat(old.created("text")).isEqualTo("longtext COLLATE utf8mb4_bin");
        assertThat(old.relation("text").uncreatable())
                .singleElement()
                .satisfies(f -> assertThat(f.text()).contains("COLUMN_TYPE", "c0", "in the key", "8.0.17"));
        assertThat(old.relation("uuid").uncreatable()).isEmpty();
        assertThat(PG_MYSQL.to("8.0.17-debian").relation("text").uncreatable()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"jsonb", "json"})
    void someTypesAreNoKeysThere(String type) {
        assertThat(PG_MYSQL.relation(type).uncreatable()).hasSize(1);
        assertThat(PG_MYSQL.relation(type).holds(0, "longtext COLLATE utf8mb4_0900_bin"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"numeric(70,2)", "numeric(40,31)"})
    void typesThatAreTooWideAreRefusedUnlessTheColumnIsThere(String type) {
        assertThat(PG_MYSQL.value(type).uncreatable()).hasSize(1);
        assertThat(PG_MYSQL.cell(type, "longtext COLLATE utf8mb4_0900_ai_ci", "NaN"))
                .isEqualTo("NaN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "integer|bigint|true",
                "integer|int|true",
                "integer|int(11)|true",
                "integer|int unsigned|false",
                "integer|bigint unsigned|false",
                "integer|decimal(10,0)|true",
                "integer|decimal(9,0)|false",
                "integer|smallint|false",
                "numeric(10,2)|decimal(12,3)|true",
                "numeric(10,2)|decimal(12,1)|false",
                "numeric(10,2)|decimal(10,3)|false",
                "numeric|decimal(10,2)|true",
                "real|double|false",
                "real|float|true",
                "real|float(7,4)|false",
                "character varying(40)|varchar(39) COLLATE utf8mb4_bin|false",
                "character varying(40)|varchar(40) COLLATE utf8mb4_general_ci|true",
                "character varying(40)|varchar(40) COLLATE latin1_swedish_ci|false",
                "character varying(40)|char(40) COLLATE utf8mb4_bin|false",
                "character varying(40)|text COLLATE utf8mb4_bin|true",
                "text|varchar(10) COLLATE utf8mb4_bin|true",
                "bytea|binary(4)|false",
                "bytea|varbinary(4)|true",
                "date|datetime|false",
                "timestamp(3) without time zone|datetime(3)|true",
                "timestamp without time zone|datetime(3)|false",
                "timestamp without time zone|timestamp(6)|false",
                "timestamp with time zone|timestamp(6)|true",
                "boolean|bit(1)|false",
                "boolean|tinyint|true",
                "uuid|binary(16)|true",
                "uuid|varchar(36) COLLATE latin1_bin|true",
                "jsonb|longtext COLLATE utf8mb4_bin|true",
                "bit(3)|bit(4)|false"
            })
    void takesAnExistingColumnThatHoldsAsMuch(String source, String existing, boolean holds) {
        assertThat(PG_MYSQL.value(source).holds(1, existing)).isEqualTo(holds);
    }

    @Test
    void existingColumnsWithLessRoomHaltWhereTheTypeDidNotTell() {
        assertThat(PG_MYSQL.cell("numeric", "decimal(10,2)", "12345678.900")).isEqualTo("12345678.90");
        assertThat(PG_MYSQL.cell("numeric", "decimal(10,0)", "12.000")).isEqualTo("12");
        assertThatThrownBy(() -> PG_MYSQL.cell("numeric", "decimal(10,2)", "0.001"))
                .hasMessageContaining("decimal(10,2)");
        assertThatThrownBy(() -> PG_MYSQL.cell("text", "varchar(3) COLLATE utf8mb4_bin", "abc "))
                .hasMessageContaining("3 characters");
        assertThatThrownBy(() -> PG_MYSQL.cell("bytea", "varbinary(1)", "\\x0001"))
                .hasMessageContaining("1 bytes");
        assertThat(PG_MYSQL.cell("uuid", "binary(16)", "00112233-4455-6677-8899-aabbccddeeff"))
                .isEqualTo("\\x00112233445566778899aabbccddeeff");
    }

    @Test
    void aTimestampWithAZoneLosesItOnlyWhereTheColumnHasNone() {
        String moment = "2026-11-30 10:00:00+00";
        assertThat(PG_MYSQL.cell("timestamp with time zone", "timestamp(6)", moment))
                .isEqualTo(moment);
        assertThat(PG_MYSQL.cell("timestamp with time zone", "datetime(6)", moment))
                .isEqualTo("2026-11-30 10:00:00");
    }

    @Test
    void keepsLongTextOutsideOfARowThatWouldBeTooLong() {
        String[] types = new String[70];
        Arrays.fill(types, "character varying(255)");
        RelationMapping mapping = PG_MYSQL.relation(types);
        assertThat(mapping.type(0)).isEqualTo("varchar(255)" + BIN);
        assertThat(mapping.type(1)).isEqualTo("longtext" + BIN);
    }

    @Test
    void theLargestFloatIsNotOutOfRange() {
        assertThat(Double.parseDouble(PG_MYSQL.cell("real", "-3.4028235e+38"))).isEqualTo(-Float.MAX_VALUE);
    }

    @Property
    void everyFloatComesBackThroughADouble(@ForAll int bits) {
        float value = Float.intBitsToFloat(bits);
        if (Float.isFinite(value)) {
            String cell = PG_MYSQL.cell("real", Float.toString(value));
            double read = Double.parseDouble(cell);
            assertThat((float) read).isEqualTo(value);
            assertThat(Math.abs(read)).isLessThanOrEqualTo(Float.MAX_VALUE);
        }
    }
}

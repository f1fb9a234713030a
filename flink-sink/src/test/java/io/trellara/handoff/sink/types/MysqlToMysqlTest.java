package io.trellara.handoff.sink.types;

import static io.trellara.handoff.sink.types.Crossing.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MysqlToMysqlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "int(8) unsigned zerofill",
                "varchar(40) COLLATE gbk_chinese_ci",
                "enum('a','it''s') COLLATE latin1_bin",
                "float(7,4)",
                "timestamp(3)",
                "vector(3)",
                "bit(64)"
            })
    void createsTheSameType(String type) {
        assertThat(MYSQL.created(type)).isEqualTo(type);
        assertThat(MYSQL.value(type).uncreatable()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "binary(2)|\\x0100",
                "bit(3)|101",
                "timestamp(3)|2026-11-30 10:00:00.123+00",
                "date|0000-00-00",
                "time|-838:59:59",
                "json|[1.5]",
                "enum('a')|a",
                "year|0000",
                "float|1e-45"
            })
    void leavesCellsAsTheyAre(String type, String cell) {
        assertThat(MYSQL.cell(type, cell)).isEqualTo(cell);
    }

    @Test
    void haltsAtWhatAStrictServerDoesNotTake() {
        assertThatThrownBy(() -> MYSQL.cell("enum('a','''','b,')", "")).hasMessageContaining("TARGET_VALUE_UNHELD");
        assertThat(MYSQL.cell("enum('a','')", "")).isEmpty();
        assertThatThrownBy(() -> MYSQL.cell("json", "[100000000000000000000.5]"))
                .hasMessageContaining("TARGET_VALUE_UNHELD");
    }

    @Test
    void refusesWhatAnOlderServerDoesNotHave() {
        assertThat(MYSQL.to("8.4.1").value("vector(3)").uncreatable()).hasSize(1);
        assertThat(MYSQL.to("8.0.15")
                        .value("varchar(3) COLLATE utf8mb4_0900_bin")
                        .uncreatable())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int|int(11)|true",
                "int|bigint|true",
                "int|int unsigned|false",
                "int unsigned|bigint|true",
                "varchar(40) COLLATE latin1_bin|varchar(40) COLLATE utf8mb4_bin|true",
                "varchar(40) COLLATE utf8mb4_bin|varchar(40) COLLATE latin1_bin|false",
                "varchar(40) COLLATE utf8mb4_bin|varchar(39) COLLATE utf8mb4_bin|false",
                "varchar(40) COLLATE utf8mb4_bin|text COLLATE utf8mb4_bin|true",
                "text COLLATE utf8mb4_bin|tinytext COLLATE utf8mb4_bin|false",
                "char(5) COLLATE utf8mb4_bin|varchar(5) COLLATE utf8mb4_bin|true",
                "varchar(5) COLLATE utf8mb4_bin|char(5) COLLATE utf8mb4_bin|false",
                "blob|longblob|true",
                "varbinary(3)|varbinary(2)|false",
                "binary(3)|binary(3)|true",
                "binary(3)|binary(4)|false",
                "datetime(3)|datetime|false",
                "timestamp|datetime|false",
                "enum('a') COLLATE utf8mb4_bin|enum('a') COLLATE utf8mb4_0900_ai_ci|true",
                "enum('a')|enum('b')|false",
                "point|geometry|true",
                "geometry|point|false",
                "float(7,4)|float|true",
                "float|float(7,4)|false",
                "decimal(5,2) unsigned|decimal(5,2)|true"
            })
    void takesAnExistingColumnThatHoldsAsMuch(String source, String existing, boolean holds) {
        assertThat(MYSQL.value(source).holds(1, existing)).isEqualTo(holds);
    }

    @Test
    void aKeysCollationIsItsEquality() {
        RelationMapping mapping = MYSQL.relation("varchar(40) COLLATE utf8mb4_0900_ai_ci");
        assertThat(mapping.holds(0, "varchar(40) COLLATE utf8mb4_0900_ai_ci")).isTrue();
        assertThat(mapping.holds(0, "varchar(40) COLLATE utf8mb4_bin")).isFalse();
    }
}

package io.trellara.handoff.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class EvidenceSqlTest {
    @Test
    void numbersAreWrittenForEitherKindAndReadOfBoth() {
        assertThat(EvidenceSql.POSTGRESQL.numbers(List.of(3, 10))).isEqualTo("{3,10}");
        assertThat(EvidenceSql.MYSQL.numbers(List.of(3, 10))).isEqualTo("[3,10]");
        assertThat(EvidenceSql.readNumbers("{3,10}")).containsExactly(3, 10);
        assertThat(EvidenceSql.readNumbers("[3, 10]")).containsExactly(3, 10);
        assertThat(EvidenceSql.readNumbers("{\"3\",\"10\"}")).containsExactly(3, 10);
        assertThat(EvidenceSql.readNumbers("{}")).isEmpty();
    }
}

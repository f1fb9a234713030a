package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.model.Key;
import io.trellara.handoff.model.KeyRange;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeyPredicateTest {
    private static final MysqlColumn A = column("a", "int", "", "");
    private static final MysqlColumn B = column("b`", "varchar(9)", "latin1", "latin1_german1_ci");
    private static final MysqlColumn C = column("c", "timestamp(3)", "", "");

    @Test
    void writesBothEndsInTheExpandedForm() {
        KeyPredicate predicate = new KeyPredicate(List.of(A, B, C));
        Key lower = new Key(List.of("-7", "x'", "2026-01-01 00:00:00.500+00"));
        Key upper = new Key(List.of("8", "", "0000-00-00 00:00:00.000+00"));
        String x = "CONVERT(_utf8mb4 0x7827 USING latin1) COLLATE latin1_german1_ci";
        String empty = "CONVERT(_utf8mb4'' USING latin1) COLLATE latin1_german1_ci";
        assertThat(predicate.where(KeyRange.of(Optional.of(lower), Optional.of(upper))))
                .isEqualTo(" WHERE (`a` > -7 OR (`a` = -7 AND (`b``` > " + x + " OR (`b``` = " + x
                        + " AND (`c` > '2026-01-01 00:00:00.500')))))"
                        + " AND (`a` < 8 OR (`a` = 8 AND (`b``` < " + empty + " OR (`b``` = " + empty
                        + " AND (`c` <= '0000-00-00 00:00:00.000')))))");
    }

    @Test
    void anOpenEndIsNoCondition() {
        KeyPredicate predicate = new KeyPredicate(List.of(A));
        assertThat(predicate.where(KeyRange.ALL)).isEmpty();
        assertThat(predicate.where(KeyRange.of(Optional.empty(), Optional.of(new Key(List.of("5"))))))
                .isEqualTo(" WHERE `a` <= 5");
        assertThat(predicate.where(KeyRange.of(Optional.of(new Key(List.of("5"))), Optional.empty())))
                .isEqualTo(" WHERE `a` > 5");
    }

    /** Bounds come back from the evidence, which others may write to. */
    @ParameterizedTest
    @CsvSource({
        "int, 1 OR 1=1",
        "int, 0x31",
        "decimal(5;2), 1e5",
        "datetime, 2026-01-01' OR '1'='1",
        "varbinary(3), \\x0g",
        "year, 20-01"
    })
    void refusesACellThatIsNotOfItsTypesForm(String type, String cell) {
        MysqlColumn column = column("k", type.replace(';', ','), "", "");
        assertThatThrownBy(() -> MysqlKeyType.constant(column, cell)).isInstanceOf(IllegalArgumentException.class);
    }

    private static MysqlColumn column(String name, String type, String charset, String collation) {
        return new MysqlColumn(name, type, charset, collation, false, "", "");
    }
}

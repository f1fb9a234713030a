package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MysqlIdentityTest {
    @ParameterizedTest
    @CsvSource({
        "8.0.11, MySQL Community Server - GPL",
        "8.4.3-3, Percona Server (GPL)",
        "9.7.4-0.1, (Debian)",
        "10.0.1, MySQL",
        "8.0.35-cloud, (Cloud)"
    })
    void takesMysqlAndItsKin(String version, String comment) {
        assertThatCode(() -> MysqlIdentity.requireSupported("there", version, comment))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "11.4.2-MariaDB-ubu2404, mariadb.org binary distribution, MariaDB",
        "5.5.5-10.6.12, MariaDB Server, MariaDB",
        "5.7.44-log, MySQL Community Server (GPL), 5.7.44",
        "8.0.4-rc, MySQL Community Server (GPL), 8.0.4",
        "unknown, a proxy, unknown"
    })
    void refusesByNameWhatItDoesNotKnow(String version, String comment, String named) {
        assertThatThrownBy(() -> MysqlIdentity.requireSupported("there", version, comment))
                .isInstanceOfSatisfying(HandoffException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_VERSION_UNSUPPORTED);
                    assertThat(e.finding().observed()).contains(named);
                });
    }

    @Test
    void versionsGrow() {
        assertThat(MysqlIdentity.number("8.0.15")).isEqualTo(80_015);
        assertThat(MysqlIdentity.number("9.7.4-x")).isEqualTo(90_704).isGreaterThan(MysqlIdentity.number("8.4.10"));
    }
}

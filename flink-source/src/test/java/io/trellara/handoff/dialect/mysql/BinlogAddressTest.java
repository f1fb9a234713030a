package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BinlogAddressTest {
    private static BinlogAddress of(String url) {
        return BinlogAddress.of(new ConnectionConfig(url, "u", "p"));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db/shop, db, 3306",
        "jdbc:mysql://my_db.example:3307/, my_db.example, 3307",
        "jdbc:mysql://10.0.0.7:1/shop?sslMode=REQUIRED, 10.0.0.7, 1",
        "jdbc:mysql://[2001:db8::1]:3306/shop, [2001:db8::1], 3306",
        "jdbc:mysql://db, db, 3306"
    })
    void hostAndPort(String url, String host, int port) {
        assertThat(of(url).host()).isEqualTo(host);
        assertThat(of(url).port()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://one,two/shop",
                "jdbc:mysql://address=(host=db)/shop",
                "jdbc:mysql:///shop",
                "jdbc:mysql:replication://one/shop"
            })
    void moreThanOneHost_orNone_isRefusedByName(String url) {
        assertThatThrownBy(() -> of(url))
                .isInstanceOfSatisfying(
                        HandoffException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
                .hasMessageContaining("source.url");
    }
}

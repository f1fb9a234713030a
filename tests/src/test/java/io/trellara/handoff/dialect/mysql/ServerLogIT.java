package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.dialect.LogReading;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Lsn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the binary log stands to a run. */
final class ServerLogIT {
    @ParameterizedTest
    @EnumSource(MysqlVersion.class)
    void filesFromTheRunsPlaceOnAreCounted(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version, Map.of("binlog-expire-logs-seconds", "7200"))) {
            ConnectionConfig database = server.newDatabase("log");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY, note longtext)");
            BinlogPosition boundary = StreamUnderTest.now(database);
            try (Connection session = MysqlTestServer.open(database)) {
                Identity identity = MysqlIdentity.read(session);
                LogReading none = ServerLog.read(session, identity, boundary);
                assertThat(none.log().behindBytes()).hasValue(0);
                assertThat(none.log().limitMillis()).hasValue(7_200_000);
                assertThat(none.log().limitBytes()).isEmpty();

                MysqlTestServer.execute(database, "INSERT INTO t VALUES (1, repeat('x', 100000))", "FLUSH BINARY LOGS");
                MysqlTestServer.execute(database, "INSERT INTO t VALUES (2, repeat('x', 100000))");
                assertThat(ServerLog.read(session, identity, boundary).log().behindBytes())
                        .as("the boundary has no place")
                        .isEmpty();
                long file = LogSizes.of(ServerLog.values(session)).bytes().firstKey();
                BinlogPosition placed = new BinlogPosition(boundary.gtids(), new Lsn(BinlogPlace.of(0, file, 500)));
                LogReading two = ServerLog.read(session, identity, placed);
                assertThat(two.end().covers(boundary)).isTrue();
                assertThat(two.log().keptBytes().orElseThrow()).isGreaterThan(200_000);
                assertThat(two.log().behindBytes())
                        .isEqualTo(OptionalLong.of(two.log().keptBytes().orElseThrow() - 500));
            }
        }
    }
}

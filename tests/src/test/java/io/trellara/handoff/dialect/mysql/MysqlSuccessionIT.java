package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.EmbeddedMysqlServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.local.Replication;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.TimelineEnd;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A replica that takes its primary's place. */
final class MysqlSuccessionIT {
    private static final Map<String, String> FAST =
            Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2", "innodb-buffer-pool-size", "32M");

    @ParameterizedTest
    @EnumSource(MysqlVersion.class)
    void tellsWhatItHoldsOfItsPrimary(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version, FAST)) {
            ConnectionConfig database = server.newDatabase("succession");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            EmbeddedMysqlServer replica = server.newReplica(FAST);
            ConnectionConfig there = new ConnectionConfig(
                    replica.url(StreamUnderTest.name(database)), replica.superuser(), replica.password());
            BinlogPosition replicated = StreamUnderTest.now(database);
            Replication.promote(replica);
            MysqlTestServer.execute(database, "INSERT INTO t VALUES (2)");
            BinlogPosition lost = StreamUnderTest.now(database);
            MysqlTestServer.execute(there, "INSERT INTO t VALUES (3)");

            try (Connection first = MysqlTestServer.open(database);
                    Connection second = MysqlTestServer.open(there)) {
                Identity bound = MysqlIdentity.read(first);
                assertThat(MysqlSuccession.history(first, bound)).isEmpty();
                Identity next = MysqlIdentity.read(second).succeeding(bound);
                assertThat(next.isLaterTimelineOf(bound)).isTrue();
                TimelineEnd end = MysqlSuccession.history(second, next).get(0);
                assertThat(end.timeline()).isZero();
                assertThat(end.end().covers(replicated)).isTrue();
                assertThat(end.end().covers(lost)).isFalse();
                MysqlIdentity.require(second, next.text());
                assertThatThrownBy(() -> MysqlIdentity.require(second, bound.text()))
                        .isInstanceOfSatisfying(
                                HandoffException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_PROMOTED));
            }
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.GtidSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server whose binary log was reset, and which uses its GTIDs and its log's numbers again (R8). The stream has taken
 * rows 1 to 3 before; behind the reset rows 11 to 18 are written, the first of them under the GTIDs of the others.
 */
final class MysqlStreamResetIT {
    private static final Map<String, String> FAST =
            Map.of("sync-binlog", "0", "innodb-flush-log-at-trx-commit", "2", "innodb-buffer-pool-size", "32M");

    /** A server of the test's own, and what the stream had come to before the reset. */
    private static final class Source implements AutoCloseable {
        private final MysqlVersion version;
        private final MysqlTestServer server;
        private final ConnectionConfig database;
        private final BinlogContract contract;
        private final BinlogPosition taken;

        Source(MysqlVersion version) throws SQLException {
            this.version = version;
            this.server = MysqlTestServer.start(version, FAST);
            this.database = server.newDatabase("reset");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)", "FLUSH BINARY LOGS");
            this.contract = StreamUnderTest.contract(database, "t");
            BinlogPosition from = StreamUnderTest.now(database);
            insert(1, 3);
            try (StreamUnderTest stream = stream(from)) {
                this.taken = stream.catchUp(database).recorded.position;
            }
        }

        void insert(int first, int last) throws SQLException {
            for (int id = first; id <= last; id++) {
                run("INSERT INTO t VALUES (" + id + ")");
            }
        }

        void run(String command) throws SQLException {
            MysqlTestServer.execute(database, command);
        }

        void reset() throws SQLException {
            run(version == MysqlVersion.V8_0 ? "RESET MASTER" : "RESET BINARY LOGS AND GTIDS");
        }

        StreamUnderTest stream(BinlogPosition from) {
            return StreamUnderTest.from(from, StreamUnderTest.source(database), contract);
        }

        List<String> changesFrom(BinlogPosition position) throws SQLException {
            try (StreamUnderTest stream = stream(position)) {
                return stream.catchUp(database).changes();
            }
        }

        void haltsFrom(BinlogPosition position, String words) {
            try (StreamUnderTest stream = stream(position)) {
                assertThatThrownBy(() -> stream.catchUp(database))
                        .hasMessageContaining(words)
                        .isInstanceOfSatisfying(
                                HandoffException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
                assertThat(stream.changes()).isEmpty();
            }
        }

        @Override
        public void close() {
            server.close();
        }
    }

    private static BinlogPosition withoutLast(BinlogPosition position) {
        return new BinlogPosition(position.gtids(), position.place());
    }

    @ParameterizedTest
    @EnumSource(MysqlVersion.class)
    void haltsWhereGtidsAreUsedAgain(MysqlVersion version) throws SQLException {
        try (Source source = new Source(version)) {
            source.reset();
            source.insert(11, 18);
            source.haltsFrom(source.taken, "made at another time");
            // Where the last transaction is not known the place tells it, as long as the new log is shorter.
            source.haltsFrom(withoutLast(source.taken), "places from");
            // Twin: without either the stream goes on, and what was written under the old GTIDs is lost.
            assertThat(source.changesFrom(BinlogPosition.of(source.taken.gtids())))
                    .contains("+ t 18")
                    .doesNotContain("+ t 11");
        }
    }

    @Test
    void haltsWhereTheNewLogIsLongerThanTheOldOneToo() throws SQLException {
        try (Source source = new Source(MysqlVersion.V9_7)) {
            source.reset();
            source.insert(11, 18);
            for (int i = 0; i < 6; i++) {
                source.run("FLUSH BINARY LOGS");
            }
            source.insert(19, 20);
            GtidSet last =
                    GtidSet.parse(MysqlTestServer.value(source.database, "SELECT @@GLOBAL.server_uuid") + ":10-11");
            BinlogPosition taken = source.taken;
            BinlogPosition butTheLast = new BinlogPosition(
                    StreamUnderTest.now(source.database).gtids().subtract(last), taken.place(), taken.last());
            source.haltsFrom(butTheLast, "made at another time");
            // Twin: the place alone does not tell.
            assertThat(source.changesFrom(withoutLast(butTheLast))).isNotEmpty().doesNotContain("+ t 11");
        }
    }

    /** GTIDs go on, files begin at one: places would go down, and the target would skip changes as applied. */
    @Test
    void haltsWhereTheLogsNumbersBeginAnew() throws SQLException {
        try (Source source = new Source(MysqlVersion.V9_7)) {
            source.reset();
            source.run("SET GLOBAL gtid_purged = '" + source.taken.gtids() + "'");
            source.insert(4, 4);
            source.haltsFrom(source.taken, "places from");
            try (StreamUnderTest stream = source.stream(BinlogPosition.of(source.taken.gtids()))) {
                assertThat(stream.catchUp(source.database).changes()).containsExactly("+ t 4");
                assertThat(stream.recorded.position.place()).isLessThan(source.taken.place());
            }
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.harness.MysqlTestServer;
import io.trellara.handoff.local.MysqlVersion;
import io.trellara.handoff.model.BinlogPosition;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The stream at the oldest server, whose words and events are other ones in part. */
final class MysqlStreamOldServerIT {
    @Test
    void readsRowsResumesOutlivesARestartAndHalts() throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(MysqlVersion.V8_0)) {
            ConnectionConfig database = server.newDatabase("old");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY, v varchar(20))");
            BinlogContract contract = StreamUnderTest.contract(database, "t");
            BinlogPosition taken;
            try (StreamUnderTest stream = StreamUnderTest.fromNow(database, "t")) {
                MysqlTestServer.execute(database, "INSERT INTO t VALUES (1, 'a'), (2, 'b')", "UPDATE t SET v = 'c'");
                assertThat(stream.catchUp(database).changes())
                        .containsExactly("+ t 1|a", "+ t 2|b", "* t 1|a -> 1|c", "* t 2|b -> 2|c");
                server.embedded().restart();
                MysqlTestServer.execute(
                        database,
                        "XA START 'x'",
                        "DELETE FROM t WHERE id = 1",
                        "XA END 'x'",
                        "XA COMMIT 'x' ONE PHASE",
                        "CREATE INDEX i ON t (v)");
                stream.catchUp(database);
                assertThat(stream.changes()).endsWith("- t 1|c").hasSize(5);
                taken = stream.recorded.position;
            }
            MysqlTestServer.execute(database, "TRUNCATE TABLE t", "INSERT INTO t VALUES (3, 'd')");
            try (StreamUnderTest stream = StreamUnderTest.from(taken, StreamUnderTest.source(database), contract)) {
                assertThat(stream.catchUp(database).changes()).containsExactly("0 t", "+ t 3|d");
                MysqlTestServer.execute(database, "ALTER TABLE t ADD COLUMN n int");
                assertThatThrownBy(() -> stream.catchUp(database))
                        .isInstanceOfSatisfying(
                                HandoffException.class,
                                failure -> assertThat(failure.code()).isEqualTo(ErrorCode.SCHEMA_CHANGED));
            }
        }
    }
}

package io.trellara.handoff.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.harness.MysqlTestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EmbeddedMysqlServerIT {
    @ParameterizedTest
    @EnumSource
    void startsEachVersionAsADurableSourceWithAnEmptyHistory(MysqlVersion version)
            throws SQLException, SocketException {
        try (MysqlTestServer server = MysqlTestServer.start(version, Map.of("max-connections", "31"))) {
            ConnectionConfig all = server.embedded().connection("");
            assertThat(MysqlTestServer.value(all, "SELECT @@version")).startsWith(version.number() + ".");
            assertThat(MysqlTestServer.value(
                            all,
                            "SELECT CONCAT_WS(',', @@gtid_mode, @@binlog_format, @@binlog_row_image, @@sync_binlog,"
                                    + " @@innodb_flush_log_at_trx_commit, @@max_connections, @@log_bin)"))
                    .isEqualTo("ON,ROW,FULL,1,1,31,1");
            assertThat(MysqlTestServer.value(all, "SELECT @@GLOBAL.gtid_executed"))
                    .isEmpty();
            assertThat(outsideAddresses())
                    .allSatisfy(address -> assertThatThrownBy(
                                    () -> new Socket(address, server.embedded().port()).close())
                            .isInstanceOf(IOException.class));
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsCommittedRowsAndItsIdentityThroughKillAndRestart(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version)) {
            ConnectionConfig database = server.newDatabase("kept");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            String uuid = MysqlTestServer.value(database, "SELECT @@server_uuid");
            long first = server.embedded().pid();
            server.embedded().kill();
            assertThat(server.embedded().isRunning()).isFalse();
            server.embedded().startAgain();
            MysqlTestServer.execute(database, "INSERT INTO t VALUES (2)");
            server.embedded().restart();
            assertThat(MysqlTestServer.column(database, "SELECT id FROM t ORDER BY id"))
                    .containsExactly("1", "2");
            assertThat(MysqlTestServer.value(database, "SELECT @@server_uuid")).isEqualTo(uuid);
            assertThat(MysqlTestServer.value(database, "SELECT @@GLOBAL.gtid_executed"))
                    .isEqualTo(uuid + ":1-4");
            assertThat(server.embedded().pid()).isNotEqualTo(first);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReplicaFollowsByGtidTakesNoWritesAndCanBePromoted(MysqlVersion version) throws SQLException {
        try (MysqlTestServer server = MysqlTestServer.start(version)) {
            ConnectionConfig database = server.newDatabase("followed");
            MysqlTestServer.execute(database, "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            EmbeddedMysqlServer replica = server.newReplica(Map.of());
            ConnectionConfig there =
                    new ConnectionConfig(replica.url(name(database)), replica.superuser(), replica.password());
            MysqlTestServer.execute(database, "INSERT INTO t VALUES (2)");
            server.awaitCaughtUp(replica);
            assertThat(MysqlTestServer.column(there, "SELECT id FROM t ORDER BY id"))
                    .containsExactly("1", "2");
            assertThat(MysqlTestServer.value(there, "SELECT @@GLOBAL.gtid_executed"))
                    .isEqualTo(MysqlTestServer.value(database, "SELECT @@GLOBAL.gtid_executed"));
            assertThatThrownBy(() -> MysqlTestServer.execute(there, "INSERT INTO t VALUES (3)"))
                    .isInstanceOf(SQLException.class);
            server.embedded().kill();
            Replication.promote(replica);
            MysqlTestServer.execute(there, "INSERT INTO t VALUES (3)");
            assertThat(MysqlTestServer.value(there, "SELECT COUNT(*) FROM t")).isEqualTo("3");
        }
    }

    @Test
    void leavesNoProcessAndNoFileBehind() {
        EmbeddedMysqlServer server = EmbeddedMysqlServer.start(MysqlVersion.V9_7, Map.of());
        long pid = server.pid();
        Path data = server.data();
        server.close();
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(Files.exists(data.getParent())).isFalse();
    }

    @Test
    void saysThatTheServersAreToBeFetched() {
        String before = System.getProperty(MysqlBinaries.FOLDER_PROPERTY);
        System.setProperty(MysqlBinaries.FOLDER_PROPERTY, "/nowhere");
        try {
            assertThatThrownBy(() -> EmbeddedMysqlServer.start(MysqlVersion.V9_7, Map.of()))
                    .hasMessageContaining("EMBEDDED_SERVER")
                    .hasMessageContaining("./dev servers");
        } finally {
            if (before == null) {
                System.clearProperty(MysqlBinaries.FOLDER_PROPERTY);
            } else {
                System.setProperty(MysqlBinaries.FOLDER_PROPERTY, before);
            }
        }
    }

    private static String name(ConnectionConfig database) {
        return database.url().substring(database.url().lastIndexOf('/') + 1);
    }

    private static List<InetAddress> outsideAddresses() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && address.getAddress().length == 4)
                .toList();
    }
}

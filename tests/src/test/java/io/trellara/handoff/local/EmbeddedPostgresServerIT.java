package io.trellara.handoff.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.local.EmbeddedPostgresServer.StopMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EmbeddedPostgresServerIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void startsEachMajorWithDurableLogicalSettings(PostgresVersion version) throws SQLException {
        try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(version, Map.of("max_connections", "31"))) {
            assertThat(value(server, "SELECT current_setting('server_version')"))
                    .startsWith(version.major() + ".");
            assertThat(value(server, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(value(server, "SHOW fsync")).isEqualTo("on");
            assertThat(value(server, "SHOW wal_level")).isEqualTo("logical");
            assertThat(value(server, "SHOW max_connections")).isEqualTo("31");
        }
    }

    @Test
    void keepsCommittedRowsThroughKillAndRestart() throws SQLException {
        try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(PostgresVersion.V17, Map.of())) {
            execute(server, "CREATE TABLE kept (id int PRIMARY KEY)");
            execute(server, "INSERT INTO kept VALUES (1)");
            long first = server.pid();
            server.kill();
            assertThat(server.isRunning()).isFalse();
            server.startAgain();
            execute(server, "INSERT INTO kept VALUES (2)");
            server.restart(StopMode.IMMEDIATE);
            execute(server, "INSERT INTO kept VALUES (3)");
            server.restart(StopMode.FAST);
            assertThat(value(server, "SELECT count(*) FROM kept")).isEqualTo("3");
            assertThat(server.pid()).isNotEqualTo(first);
        }
    }

    @Test
    void leavesNoProcessAndNoFileBehind() {
        EmbeddedPostgresServer server = EmbeddedPostgresServer.start(PostgresVersion.V17, Map.of(), folder);
        long pid = server.pid();
        server.close();
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(Files.exists(folder)).isFalse();
    }

    private static String value(EmbeddedPostgresServer server, String query) throws SQLException {
        try (Connection connection = server.open("postgres");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(EmbeddedPostgresServer server, String command) throws SQLException {
        try (Connection connection = server.open("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}

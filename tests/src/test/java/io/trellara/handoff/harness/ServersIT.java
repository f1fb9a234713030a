package io.trellara.handoff.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.local.PostgresVersion;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class ServersIT {
    @Test
    void givesEachTestADatabaseOfItsOwn() throws SQLException {
        try (TestServer server = Servers.source(PostgresVersion.V17)) {
            ConnectionConfig first = server.newDatabase("one");
            ConnectionConfig second = server.newDatabase("one");
            TestServer.execute(first, "CREATE TABLE t (id int)", "INSERT INTO t VALUES (1)");
            TestServer.execute(second, "CREATE TABLE t (id int)");
            assertThat(count(first)).isEqualTo(1);
            assertThat(count(second)).isZero();
        }
    }

    private static int count(ConnectionConfig database) throws SQLException {
        try (Connection connection = TestServer.open(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM t")) {
            row.next();
            return row.getInt(1);
        }
    }
}

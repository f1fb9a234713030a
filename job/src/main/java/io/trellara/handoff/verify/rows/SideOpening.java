package io.trellara.handoff.verify.rows;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.MissingDriver;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/** Opens a session to read from, by the driver itself. An answer may take any time: sums over a large table do. */
final class SideOpening {
    private SideOpening() {}

    static Connection open(ConnectionConfig server, String name) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", server.password());
        properties.setProperty("tcpKeepAlive", "true");
        Driver driver = switch (server.kind()) {
            case POSTGRESQL -> postgres(properties, name);
            case MYSQL -> mysql(properties, name);
        };
        Connection session = driver.connect(server.url(), properties);
        if (session == null) {
            throw new SQLException("not a URL of this driver", "08001");
        }
        try {
            session.setAutoCommit(false);
            session.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            session.setReadOnly(true);
            return session;
        } catch (SQLException e) {
            session.close();
            throw e;
        }
    }

    private static Driver postgres(Properties properties, String name) {
        properties.setProperty("ApplicationName", name);
        properties.setProperty("connectTimeout", "10");
        return new org.postgresql.Driver();
    }

    private static Driver mysql(Properties properties, String name) throws SQLException {
        properties.setProperty("connectionAttributes", "program_name:" + name.replace(',', '?'));
        properties.setProperty("connectTimeout", "10000");
        properties.setProperty("allowLoadLocalInfile", "false");
        properties.setProperty("netTimeoutForStreamingResults", "0");
        // Its thread would keep the class loader of every Flink job that was ever submitted.
        System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true");
        try {
            return new com.mysql.cj.jdbc.Driver();
        } catch (NoClassDefFoundError e) {
            throw MissingDriver.mysql(ErrorCode.COMPARISON_READ_FAILED, e);
        }
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.PostgresSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Opens sessions at a PostgreSQL target. */
final class PostgresOpening {
    /**
     * After the start, not in its options, where the driver's own TimeZone would win. Plans: staging tables have no
     * statistics and their keys are looked up one by one in the target's index, so nothing else may be tried.
     */
    private static final String SETTINGS = PostgresSettings.PRINTING + """
             SET standard_conforming_strings = on;
            SET idle_in_transaction_session_timeout = 0; SET idle_session_timeout = 0; SET statement_timeout = 0;
            SET lock_timeout = '30s'; SET row_security = off; SET default_transaction_isolation = 'read committed';
            SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6;
            SET default_transaction_read_only = off; SET temp_buffers = '32MB'; SET jit = off;
            SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off""";

    private PostgresOpening() {}

    static Connection open(ConnectionConfig target, String applicationName) throws SQLException {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, target.username());
        PGProperty.PASSWORD.set(properties, target.password());
        PGProperty.APPLICATION_NAME.set(properties, applicationName);
        PGProperty.STRING_TYPE.set(properties, "unspecified");
        PGProperty.CONNECT_TIMEOUT.set(properties, 10);
        PGProperty.LOGIN_TIMEOUT.set(properties, 20);
        PGProperty.SOCKET_TIMEOUT.set(properties, 180);
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        Connection opened = new Driver().connect(target.url(), properties);
        if (opened == null) {
            throw new SQLException("not a PostgreSQL URL", "08001");
        }
        try (Statement statement = opened.createStatement()) {
            statement.execute(SETTINGS);
        } catch (SQLException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.MissingDriver;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * Opens connections to the evidence, by the driver itself: READ COMMITTED, without auto-commit. No statement waits for
 * a lock longer than 20 s, and none for its answer longer than 60 s.
 */
final class JdbcEvidenceOpening {
    private static final String[] POSTGRES_SETTINGS = {
        "SET lock_timeout = '20s'",
        "SET statement_timeout = '50s'",
        // evidence that a crash of its server can take back is none
        "SELECT pg_catalog.set_config('synchronous_commit', 'on', false)"
                + " WHERE pg_catalog.current_setting('synchronous_commit') = 'off'"
    };

    /**
     * Backslashes stay as the server has them, since the driver has been told so. The isolation is PostgreSQL's: under
     * MySQL's own a read would see what was there before its transaction waited for the run's row.
     */
    private static final String[] MYSQL_SETTINGS = {
        "SET NAMES utf8mb4",
        "SET SESSION sql_mode = IF(@@SESSION.sql_mode LIKE '%NO_BACKSLASH_ESCAPES%',"
                + " 'TRADITIONAL,NO_BACKSLASH_ESCAPES', 'TRADITIONAL')",
        "SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 20, lock_wait_timeout = 20,"
                + " max_execution_time = 50000, sql_select_limit = 18446744073709551615, foreign_key_checks = ON, unique_checks = ON",
        "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED"
    };

    private static final int NO_DATABASE = 1049;

    private JdbcEvidenceOpening() {}

    static JdbcEvidenceConnection open(ConnectionConfig database, String application) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", database.username());
        properties.setProperty("password", database.password());
        properties.setProperty("tcpKeepAlive", "true");
        Connection open = switch (database.kind()) {
            case POSTGRESQL -> postgres(database.url(), properties, application);
            case MYSQL -> mysql(database.url(), properties, application);
        };
        return new JdbcEvidenceConnection(open, EvidenceSql.of(database.kind()));
    }

    private static Connection postgres(String url, Properties properties, String application) throws SQLException {
        properties.setProperty("ApplicationName", application);
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "60");
        properties.setProperty("reWriteBatchedInserts", "true");
        return prepared(new org.postgresql.Driver(), url, properties, POSTGRES_SETTINGS);
    }

    private static Connection mysql(String url, Properties properties, String application) throws SQLException {
        properties.setProperty("connectionAttributes", "program_name:" + application);
        properties.setProperty("connectTimeout", "10000");
        properties.setProperty("socketTimeout", "60000");
        properties.setProperty("rewriteBatchedStatements", "true");
        properties.setProperty("connectionTimeZone", "UTC");
        properties.setProperty("allowLoadLocalInfile", "false");
        // Its thread would keep the class loader of every Flink job that was ever submitted.
        System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true");
        try {
            return prepared(mysqlDriver(), url, properties, MYSQL_SETTINGS);
        } catch (SQLException e) {
            // by its state apart from the tables' own database, which is missing before a migration
            throw e.getErrorCode() == NO_DATABASE ? new SQLException("no such database", "3D000", NO_DATABASE, e) : e;
        }
    }

    private static Driver mysqlDriver() throws SQLException {
        try {
            return new com.mysql.cj.jdbc.Driver();
        } catch (NoClassDefFoundError e) {
            throw MissingDriver.mysql(ErrorCode.EVIDENCE_UNREACHABLE, e);
        }
    }

    private static Connection prepared(Driver driver, String url, Properties properties, String... settings)
            throws SQLException {
        Connection open = driver.connect(url, properties);
        if (open == null) {
            throw new SQLException("not a URL of this driver", "08001");
        }
        try (Statement statement = open.createStatement()) {
            for (String setting : settings) {
                statement.execute(setting);
            }
            open.setAutoCommit(false);
            return open;
        } catch (SQLException e) {
            open.close();
            throw e;
        }
    }
}

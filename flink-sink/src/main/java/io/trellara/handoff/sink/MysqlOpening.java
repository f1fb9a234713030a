package io.trellara.handoff.sink;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.jdbc.Driver;
import com.mysql.cj.jdbc.JdbcConnection;
import io.trellara.handoff.config.ConnectionConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;

/**
 * Opens sessions at a MySQL target. The driver sends what the sink hands it, and never a file: a server can answer any
 * statement with the request for one.
 */
final class MysqlOpening {
    /**
     * Strict, so that nothing is made to fit; zero as a value of an AUTO_INCREMENT column and dates that the source
     * holds are values like others. Each statement sees what is committed, as the locks do.
     */
    private static final String[] SETTINGS = {
        "SET NAMES utf8mb4",
        "SET SESSION time_zone = '+00:00'",
        "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION'",
        "SET SESSION transaction_isolation = 'READ-COMMITTED'",
        "SET SESSION transaction_read_only = OFF",
        "SET SESSION innodb_lock_wait_timeout = 30",
        "SET SESSION lock_wait_timeout = 30",
        "SET SESSION wait_timeout = 31536000",
        "SET SESSION net_read_timeout = 600",
        "SET SESSION max_execution_time = 0",
        "SET SESSION sql_select_limit = 18446744073709551615",
        "SET SESSION sql_safe_updates = OFF",
        "SET SESSION foreign_key_checks = ON",
        "SET SESSION unique_checks = ON"
    };

    private static final String SHOW_GENERATED_KEYS =
            "SET SESSION show_gipk_in_create_table_and_information_schema = ON";

    private static final int UNKNOWN_VARIABLE = 1193;

    /** What a URL must not change: no file is read for the server, no session is replaced by another one unseen. */
    private static final Map<PropertyKey, Object> REQUIRED = Map.of(
            PropertyKey.allowLoadLocalInfile, false,
            PropertyKey.allowUrlInLocalInfile, false,
            PropertyKey.autoReconnect, false,
            PropertyKey.characterEncoding, "UTF-8");

    /** Local data may be sent by a session that may read files there, and there can be none: it is no folder. */
    private static final String NO_FOLDER = "/dev/null/handoff";

    static {
        // Its thread would keep the class loader of every Flink job that was ever submitted.
        System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true");
    }

    private MysqlOpening() {}

    static Connection open(ConnectionConfig target, String applicationName) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", target.username());
        properties.setProperty("password", target.password());
        properties.setProperty("connectionAttributes", "program_name:" + programName(applicationName));
        properties.setProperty("connectTimeout", "10000");
        properties.setProperty("socketTimeout", "180000");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty(PropertyKey.allowLoadLocalInfileInPath.getKeyName(), NO_FOLDER);
        REQUIRED.forEach((key, value) -> properties.setProperty(key.getKeyName(), value.toString()));
        Connection opened = new Driver().connect(target.url(), properties);
        if (opened == null) {
            throw new SQLException("not a MySQL URL", "08001");
        }
        try {
            require(opened.unwrap(JdbcConnection.class).getPropertySet());
            set(opened);
        } catch (SQLException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    /** The name as it comes to the server: a comma would end it. */
    static String programName(String applicationName) {
        return applicationName.replace(',', '?');
    }

    /** A URL's own properties win over the ones that are handed to the driver. */
    private static void require(PropertySet properties) throws SQLException {
        for (Map.Entry<PropertyKey, Object> required : REQUIRED.entrySet()) {
            if (!required.getValue()
                    .equals(properties.getProperty(required.getKey()).getValue())) {
                throw refused(required.getKey());
            }
        }
        if (!NO_FOLDER.equals(
                properties.getProperty(PropertyKey.allowLoadLocalInfileInPath).getValue())) {
            throw refused(PropertyKey.allowLoadLocalInfileInPath);
        }
    }

    private static SQLException refused(PropertyKey key) {
        return new SQLException("the URL must not set " + key.getKeyName(), "08001");
    }

    private static void set(Connection opened) throws SQLException {
        try (Statement statement = opened.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute(setting);
            }
            showGeneratedKeys(statement);
        }
    }

    /** Servers before 8.0.30 have no generated keys, and no such variable. */
    private static void showGeneratedKeys(Statement statement) throws SQLException {
        try {
            statement.execute(SHOW_GENERATED_KEYS);
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_VARIABLE) {
                throw e;
            }
        }
    }
}

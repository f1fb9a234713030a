package io.trellara.handoff.dialect.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a server says of itself.
 *
 * @param settings its global variables that matter here, upper-case values; those that its version has not are missing
 * @param status of its binary log: by the answer's column names, lower case; empty where the user may not ask
 * @param replica whether it applies another server's log; empty where the user may not ask
 * @param readsLog whether the user may read the binary log
 * @param preparedXa prepared XA transactions; empty where the user may not ask
 * @param encrypted whether the connection it was asked over is
 */
record MysqlFacts(
        Map<String, String> settings,
        Optional<Map<String, String>> status,
        Optional<Boolean> replica,
        boolean readsLog,
        Optional<Integer> preparedXa,
        boolean encrypted) {
    private static final String SETTINGS = "SHOW GLOBAL VARIABLES WHERE variable_name IN ('log_bin', 'binlog_format',"
            + " 'binlog_row_image', 'binlog_row_value_options', 'gtid_mode', 'enforce_gtid_consistency',"
            + " 'log_replica_updates', 'log_slave_updates', 'binlog_expire_logs_seconds',"
            + " 'binlog_expire_logs_auto_purge', 'innodb_native_foreign_keys', 'server_id',"
            + " 'binlog_row_metadata', 'max_write_lock_count', 'max_allowed_packet')";

    private static final int SYNTAX = 1064;
    private static final int DENIED = 1227;
    private static final int XA_DENIED = 1401;
    private static final int NO_BINLOG = 1381;

    MysqlFacts {
        settings = Map.copyOf(settings);
    }

    static MysqlFacts read(Connection session) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            while (row.next()) {
                settings.put(
                        row.getString(1).toLowerCase(Locale.ROOT),
                        row.getString(2).toUpperCase(Locale.ROOT));
            }
        }
        return new MysqlFacts(
                settings,
                either(session, "SHOW BINARY LOG STATUS", "SHOW MASTER STATUS").map(MysqlFacts::named),
                either(session, "SHOW REPLICA STATUS", "SHOW SLAVE STATUS").map(status -> !status.isEmpty()),
                answered(session, "SHOW BINLOG EVENTS LIMIT 0"),
                preparedXa(session),
                !firstRow(session, "SHOW SESSION STATUS LIKE 'Ssl_cipher'")
                        .getOrDefault("Value", "")
                        .isEmpty());
    }

    /** A setting's value; empty text where the version has none of that name. */
    String setting(String name) {
        return settings.getOrDefault(name, "");
    }

    /** The newer word, or where the version does not know it, the older one. */
    private static Optional<Map<String, String>> either(Connection session, String newer, String older)
            throws SQLException {
        try {
            return Optional.of(firstRow(session, newer));
        } catch (SQLException e) {
            if (e.getErrorCode() == DENIED) {
                return Optional.empty();
            }
            if (e.getErrorCode() != SYNTAX) {
                throw e;
            }
        }
        try {
            return Optional.of(firstRow(session, older));
        } catch (SQLException e) {
            if (e.getErrorCode() == DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Map<String, String> firstRow(Connection session, String sql) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            Map<String, String> values = new HashMap<>();
            if (row.next()) {
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    values.put(
                            row.getMetaData().getColumnLabel(i),
                            Optional.ofNullable(row.getString(i)).orElse(""));
                }
            }
            return values;
        }
    }

    private static Map<String, String> named(Map<String, String> row) {
        Map<String, String> lower = new HashMap<>();
        row.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return lower;
    }

    private static boolean answered(Connection session, String sql) throws SQLException {
        try {
            firstRow(session, sql);
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == DENIED) {
                return false;
            }
            if (e.getErrorCode() == NO_BINLOG) {
                return true; // there is none to be read, which is another finding
            }
            throw e;
        }
    }

    private static Optional<Integer> preparedXa(Connection session) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("XA RECOVER")) {
            int count = 0;
            while (row.next()) {
                count++;
            }
            return Optional.of(count);
        } catch (SQLException e) {
            if (e.getErrorCode() == DENIED || e.getErrorCode() == XA_DENIED) {
                return Optional.empty();
            }
            throw e;
        }
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What is to be known of a MySQL target's server.
 *
 * @param version {@code 8.0.15}
 * @param localInfile whether clients may load data that they send
 * @param packet the longest statement in bytes
 * @param readOnly whether it takes no writes
 * @param binlogFormat empty where it writes no binary log
 * @param warns whether it tells its warnings, of which the sink makes failures
 */
record MysqlServer(
        String version, boolean localInfile, long packet, boolean readOnly, String binlogFormat, boolean warns) {
    private static final String READ = """
            SELECT version(), @@local_infile, @@max_allowed_packet, @@read_only OR @@super_read_only,
                   IF(@@log_bin, @@binlog_format, ''), @@max_error_count > 0""";

    static MysqlServer read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(READ)) {
            row.next();
            return new MysqlServer(
                    row.getString(1),
                    row.getBoolean(2),
                    row.getLong(3),
                    row.getBoolean(4),
                    row.getString(5),
                    row.getBoolean(6));
        }
    }

    /** The finding that warnings would not be seen (R10). */
    static Finding silent() {
        return new Finding(
                ErrorCode.TARGET_SETTING,
                "target server",
                "max_error_count 0",
                "at least 1, so that the server tells where a value did not fit",
                "SET GLOBAL max_error_count = DEFAULT");
    }

    boolean mariaDb() {
        return version.contains("MariaDB");
    }

    boolean atLeast(int major, int minor, int patch) {
        String[] parts = version.split("[^0-9]+", 4);
        int[] wanted = {major, minor, patch};
        for (int i = 0; i < wanted.length; i++) {
            int part = i < parts.length && !parts[i].isEmpty() ? Integer.parseInt(parts[i]) : 0;
            if (part != wanted[i]) {
                return part > wanted[i];
            }
        }
        return true;
    }
}

package io.trellara.handoff.harness;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.local.DatabaseSession;
import io.trellara.handoff.model.Position;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The few words in which a test speaks to either kind of server: the rest of its SQL both understand. */
public final class SideSql {
    /** With these the two kinds quote names and put texts together alike. */
    private static final String MYSQL_SPEAKS_ALIKE = "SET SESSION sql_mode = CONCAT(@@sql_mode,"
            + " ',ANSI_QUOTES,PIPES_AS_CONCAT'), SESSION cte_max_recursion_depth = 10000000";

    private SideSql() {}

    /** A session, with auto-commit. */
    static Connection open(ConnectionConfig database) throws SQLException {
        Connection session = DatabaseSession.open(database, "handoff test");
        if (database.kind() == DatabaseKind.MYSQL) {
            try (Statement statement = session.createStatement()) {
                statement.execute(MYSQL_SPEAKS_ALIKE);
            }
        }
        return session;
    }

    /** A table {@code n} of one column of that name: the numbers from the first to the last. */
    static String series(DatabaseKind kind, long first, long last) {
        return switch (kind) {
            case POSTGRESQL -> "generate_series(" + first + ", " + last + "::bigint) n";
            case MYSQL ->
                "(WITH RECURSIVE s (n) AS (SELECT " + first + " UNION ALL SELECT n + 1 FROM s WHERE n < " + last
                        + ") SELECT n FROM s) n";
        };
    }

    /** 32 hexadecimal digits that are a number's own. */
    static String digest(DatabaseKind kind, String number) {
        return kind == DatabaseKind.MYSQL ? "LEFT(SHA2(" + number + ", 256), 32)" : "md5(" + number + "::text)";
    }

    /** What a planner of chunks needs to know of a table that was just filled. */
    static String analyze(DatabaseKind kind, String table) {
        return (kind == DatabaseKind.MYSQL ? "ANALYZE TABLE " : "ANALYZE ") + table;
    }

    /** The position that covers all that the server has committed by now, durably. */
    public static Position end(ConnectionConfig database) throws SQLException {
        return position(
                database,
                database.kind() == DatabaseKind.MYSQL
                        ? "SELECT @@global.gtid_executed"
                        : "SELECT pg_current_wal_flush_lsn()");
    }

    /** The same, with what is written and not flushed. */
    static Position insertEnd(ConnectionConfig database) throws SQLException {
        return database.kind() == DatabaseKind.MYSQL
                ? end(database)
                : position(database, "SELECT pg_current_wal_insert_lsn()");
    }

    private static Position position(ConnectionConfig database, String query) throws SQLException {
        try (Connection connection = open(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return Position.parse(row.getString(1).replace("\n", ""));
        }
    }
}

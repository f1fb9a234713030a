package io.trellara.handoff.dialect.mysql;

import com.mysql.cj.jdbc.Driver;
import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * Opens connections to the source, all with the same session settings, so that whatever is printed is printed alike.
 * Any thread; holds no connection itself.
 */
final class MysqlSessions {
    /** What a session is for; part of the name under which the server lists it. */
    static final String LOCK = "lock", VIEW = "view", CONTROL = "control";

    private static final String CONNECT_MILLIS = "10000";
    private static final String ANSWER_MILLIS = "60000";

    /**
     * First what decides how values print, compare and are quoted; then what would end a session that is idle, or whose
     * rows are not fetched for a while, on purpose; then what would hide a generated key from the catalog.
     */
    private static final String[] SETTINGS = {
        "SET NAMES utf8mb4",
        "SET SESSION time_zone = '+00:00'",
        "SET SESSION sql_mode = ''",
        "SET SESSION transaction_isolation = 'REPEATABLE-READ'",
        "SET SESSION wait_timeout = 31536000",
        "SET SESSION net_write_timeout = 31536000",
        "SET SESSION max_execution_time = 0",
        "SET SESSION sql_select_limit = 18446744073709551615"
    };

    private static final String SHOW_GENERATED_KEYS =
            "SET SESSION show_gipk_in_create_table_and_information_schema = ON";

    private static final int UNKNOWN_VARIABLE = 1193;

    static {
        // Its thread would keep the class loader of every Flink job that was ever submitted.
        System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true");
    }

    private final ConnectionConfig connection;
    private final String run;

    MysqlSessions(ConnectionConfig connection, String run) {
        this.connection = connection;
        this.run = run;
    }

    /** A session without a limit on its answers, for reads of any length. */
    Connection open(String role) {
        return connect(role, new Properties());
    }

    /** A session for short questions: an answer that does not come within a minute breaks it. */
    Connection openControl(String role) {
        Properties properties = new Properties();
        properties.setProperty("socketTimeout", ANSWER_MILLIS);
        return connect(role, properties);
    }

    /** A session for questions whose answers are of no use later than that; the connection included. */
    Connection openImpatient(String role, int seconds) {
        Properties properties = new Properties();
        properties.setProperty("connectTimeout", seconds + "000");
        properties.setProperty("socketTimeout", seconds + "000");
        return connect(role, properties);
    }

    /** Asks something over a control session of its own; failures become {@code HandoffException}s. */
    <T> T ask(String doing, Question<T> question) {
        try (Connection session = openControl(CONTROL)) {
            return question.ask(session);
        } catch (SQLException e) {
            throw MysqlFailure.of(ErrorCode.SOURCE_QUERY_FAILED, place(), doing, e);
        }
    }

    /** The same for a question whose answer may take any time. */
    <T> T askAtLength(String doing, Question<T> question) {
        try (Connection session = open(CONTROL)) {
            return question.ask(session);
        } catch (SQLException e) {
            throw MysqlFailure.of(ErrorCode.SOURCE_QUERY_FAILED, place(), doing, e);
        }
    }

    /** Where we connect to, for findings; without password. */
    String place() {
        return connection.toString();
    }

    /** The host that we connect to. */
    String host() {
        return BinlogAddress.of(connection).host();
    }

    /** The name under which the server lists sessions of that role. */
    String programName(String role) {
        return "trellara-handoff " + role + " " + run;
    }

    private Connection connect(String role, Properties properties) {
        try {
            properties.setProperty("user", connection.username());
            properties.setProperty("password", connection.password());
            properties.putIfAbsent("connectTimeout", CONNECT_MILLIS);
            properties.setProperty("tcpKeepAlive", "true");
            properties.setProperty("netTimeoutForStreamingResults", "0"); // ours stands
            properties.setProperty("connectionAttributes", "program_name:" + programName(role));
            // Not through DriverManager, which sees the drivers of one class loader only.
            Connection session = new Driver().connect(connection.url(), properties);
            if (session == null) {
                throw MysqlFailure.notMysql(place());
            }
            return prepared(session);
        } catch (SQLException e) {
            throw MysqlFailure.connecting(place(), e);
        }
    }

    private Connection prepared(Connection session) throws SQLException {
        try (Statement statement = session.createStatement()) {
            MysqlIdentity.requireSupported(statement, place());
            for (String setting : SETTINGS) {
                statement.execute(setting);
            }
            showGeneratedKeys(statement);
            return session;
        } catch (SQLException | HandoffException e) {
            session.close();
            throw e;
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

    /** What is asked over one session. */
    @FunctionalInterface
    interface Question<T> {
        T ask(Connection session) throws SQLException;
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;

/**
 * Translates the driver's exceptions. Neither the server's message nor the exception itself goes on: both may hold row
 * values (R11); the error's number and what was being done do.
 */
final class MysqlFailure {
    static final int LOCK_WAIT_TIMEOUT = 1205;

    private static final int ACCESS_DENIED = 1045;
    private static final int ACCESS_DENIED_TO_DATABASE = 1044;

    private MysqlFailure() {}

    static HandoffException connecting(String place, SQLException e) {
        if (e.getErrorCode() == ACCESS_DENIED || e.getErrorCode() == ACCESS_DENIED_TO_DATABASE) {
            return new HandoffException(new Finding(
                    ErrorCode.SOURCE_AUTHENTICATION,
                    place,
                    "MySQL error " + e.getErrorCode(),
                    "a user and a password that the server admits from this host",
                    "check source.username and source.password, and the account's host"));
        }
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_UNREACHABLE,
                place,
                observed(e),
                "a server that accepts connections",
                "check source.url, the network, and that the server is up and has free connections"));
    }

    static HandoffException notMysql(String place) {
        return new HandoffException(new Finding(
                ErrorCode.CONFIG_INVALID,
                place,
                "a URL that the MySQL driver does not take",
                "jdbc:mysql://host:port/",
                "correct source.url"));
    }

    /** A failed statement: the code follows from the error's number where that says more than {@code fallback}. */
    static HandoffException of(ErrorCode fallback, String object, String doing, SQLException e) {
        String observed = observed(e) + " while " + doing;
        return switch (e.getErrorCode()) {
            case 1142, 1143, 1227, ACCESS_DENIED_TO_DATABASE ->
                finding(ErrorCode.SELECT_PRIVILEGE, object, observed, "the privilege", "grant it");
            case 1146, 1049 ->
                finding(ErrorCode.RELATION_MISSING, object, observed, "an existing table", "check source.relations");
            case 1054, 1412 ->
                finding(
                        ErrorCode.SCHEMA_CHANGED,
                        object,
                        observed,
                        "the columns and types of the run's contract",
                        "undo the change, or start a new run");
            case LOCK_WAIT_TIMEOUT ->
                finding(
                        ErrorCode.SOURCE_LOCK_TIMEOUT,
                        object,
                        observed,
                        "the lock within its limit",
                        "end the session that holds a stronger lock, then resume");
            default -> finding(fallback, object, observed, "an answer", "check the source server's log, then resume");
        };
    }

    /** What an exception tells without a value. */
    static String observed(SQLException e) {
        return e.getErrorCode() == 0 ? "no answer" : "MySQL error " + e.getErrorCode();
    }

    private static HandoffException finding(
            ErrorCode code, String object, String observed, String required, String remedy) {
        return new HandoffException(new Finding(code, object, observed, required, remedy));
    }
}

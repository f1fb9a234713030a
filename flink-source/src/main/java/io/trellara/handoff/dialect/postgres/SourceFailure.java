package io.trellara.handoff.dialect.postgres;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Translates the driver's exceptions. Neither the server's message nor the exception itself goes on: both may hold row
 * values (R11); the SQL state and what was being done do.
 */
final class SourceFailure {
    private SourceFailure() {}

    static HandoffException connecting(String place, SQLException e) {
        String state = state(e);
        if (state.startsWith("28")) {
            return new HandoffException(new Finding(
                    ErrorCode.SOURCE_AUTHENTICATION,
                    place,
                    "SQL state " + state,
                    "a user, a password and a pg_hba.conf entry that admit it",
                    "check source.username and source.password, and pg_hba.conf for the user's plain and replication"
                            + " connections"));
        }
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_UNREACHABLE,
                place,
                state.isEmpty() ? "no answer" : "SQL state " + state,
                "a server that accepts connections to that database",
                "check source.url, the network, and that the server is up and has free connections"));
    }

    static HandoffException notPostgres(String place) {
        return new HandoffException(new Finding(
                ErrorCode.CONFIG_INVALID,
                place,
                "a URL that the PostgreSQL driver does not take",
                "jdbc:postgresql://host:port/database",
                "correct source.url"));
    }

    /** A failed statement: the code follows from the SQL state where that says more than {@code fallback}. */
    static HandoffException of(ErrorCode fallback, String object, String doing, SQLException e) {
        String state = state(e);
        String observed = (state.isEmpty() ? "no answer" : "SQL state " + state) + " while " + doing;
        return switch (state) {
            case "42501" -> finding(ErrorCode.SELECT_PRIVILEGE, object, observed, "the privilege", "grant it");
            case "42P01" ->
                finding(ErrorCode.RELATION_MISSING, object, observed, "an existing relation", "check source.relations");
            case "42703", "42704" ->
                finding(
                        ErrorCode.SCHEMA_CHANGED,
                        object,
                        observed,
                        "the columns and types of the run's contract",
                        "undo the change and resume, or accept it: handoff resume --refresh-schema");
            case "55P03" ->
                finding(
                        ErrorCode.SOURCE_LOCK_TIMEOUT,
                        object,
                        observed,
                        "the lock within its limit",
                        "end the session that holds a stronger lock, then resume");
            default -> finding(fallback, object, observed, "an answer", "check the source server's log, then resume");
        };
    }

    /** The SQL state; empty where there is none. */
    static String state(SQLException e) {
        @Nullable String state = e.getSQLState();
        return state == null ? "" : state;
    }

    private static HandoffException finding(
            ErrorCode code, String object, String observed, String required, String remedy) {
        return new HandoffException(new Finding(code, object, observed, required, remedy));
    }
}

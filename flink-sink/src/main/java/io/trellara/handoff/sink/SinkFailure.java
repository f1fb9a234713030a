package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Makes findings of SQL errors: the state and the names of what it is about, never the server's text (R11). Pure. */
final class SinkFailure {
    private SinkFailure() {}

    /** A failed write of {@code object}; transient ones may pass by themselves, others halt the run. */
    static HandoffException writing(String object, SQLException e) {
        if (isTransient(e)) {
            return new HandoffException(new Finding(
                    ErrorCode.SINK_TRANSIENT,
                    object,
                    observed(e),
                    "an answer of the target",
                    "nothing; the write is tried again after a restart"));
        }
        return new HandoffException(new Finding(
                ErrorCode.SINK_WRITE_FAILED,
                object,
                observed(e),
                "a target that takes every row of the source",
                "mend the target table or its constraint, then resume the run"));
    }

    /** A target that cannot be asked before the run. */
    static HandoffException asking(String place, SQLException e) {
        return new HandoffException(new Finding(
                ErrorCode.TARGET_UNREACHABLE,
                place,
                observed(e),
                "a PostgreSQL server that admits this user",
                "check target.url, target.username, target.password and the server"));
    }

    /** Connection lost, rolled back by the server, out of resources, shutting down, or waited too long. */
    static boolean isTransient(SQLException e) {
        String state = e.getSQLState();
        if (state == null) {
            return false;
        }
        return state.startsWith("08")
                || state.startsWith("40")
                || state.startsWith("53")
                || state.startsWith("57")
                || state.equals("55P03")
                || state.equals("25P03")
                || state.equals("25006");
    }

    private static String observed(SQLException e) {
        StringBuilder text = new StringBuilder("SQLSTATE ").append(e.getSQLState());
        // A failed batch carries the server's answer as its next exception.
        SQLException answer = e.getNextException() == null ? e : e.getNextException();
        if (answer instanceof PSQLException server) {
            ServerErrorMessage message = server.getServerErrorMessage();
            if (message != null) {
                name(text, "table", message.getTable());
                name(text, "column", message.getColumn());
                name(text, "constraint", message.getConstraint());
                name(text, "type", message.getDatatype());
            }
        }
        return text.toString();
    }

    private static void name(StringBuilder text, String what, @Nullable String name) {
        if (name != null) {
            text.append(' ').append(what).append(' ').append(name);
        }
    }
}

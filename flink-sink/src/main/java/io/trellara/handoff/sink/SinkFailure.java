package io.trellara.handoff.sink;

import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RelationSchema;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Makes findings of SQL errors: the state and the names of what it is about, never the server's text (R11). Pure. */
final class SinkFailure {
    /**
     * MySQL's: too many connections or a user's limit of them, disk or memory full, shutting down, network, a lock not
     * granted or a deadlock, ended by somebody, read-only for a while, a group that gave the commit up.
     */
    private static final Set<Integer> MYSQL_TRANSIENT = Set.of(
            1040, 1203, 1226, 1021, 1114, 1037, 1038, 1041, 1053, 1158, 1159, 1160, 1161, 1205, 1213, 1317, 3024, 3169,
            1290, 1836, 1792, 3100, 3101, 4031, 1148, 3948);

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
        return refused(object, observed(e));
    }

    /** The same of a write to MySQL, whose message is only searched for names that are not the row's. */
    static HandoffException writing(RelationSchema schema, SQLException e) throws SQLException {
        if (e.getErrorCode() == 0 || isTransient(e)) {
            throw e;
        }
        return refused(schema.relation().toString(), observed(e) + MysqlMessage.names(schema, e));
    }

    /** The server has taken a row, but not as it is. */
    static HandoffException warned(RelationSchema schema, SQLException warning) {
        return refused(
                schema.relation().toString(),
                "a warning, MySQL " + warning.getErrorCode() + MysqlMessage.names(schema, warning));
    }

    /** The server has left rows out. */
    static HandoffException leftOut(RelationSchema schema, long rows) {
        return refused(schema.relation().toString(), rows + " rows that the target left out");
    }

    private static HandoffException refused(String object, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.SINK_WRITE_FAILED,
                object,
                observed,
                "a target that takes every row of the source",
                "mend the target table or its constraint, then resume the run"));
    }

    /** A target that cannot be asked before the run. */
    static HandoffException asking(String place, SQLException e, DatabaseKind kind) {
        return new HandoffException(new Finding(
                ErrorCode.TARGET_UNREACHABLE,
                place,
                observed(e),
                "a " + kind.text() + " server that admits this user",
                "check target.url, target.username, target.password and the server"));
    }

    /** Connection lost, rolled back by the server, out of resources, shutting down, or waited too long. */
    static boolean isTransient(SQLException e) {
        String state = e.getSQLState();
        if (MYSQL_TRANSIENT.contains(e.getErrorCode())) {
            return true;
        }
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
        if (e.getErrorCode() != 0) {
            return "MySQL error " + e.getErrorCode();
        }
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

package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Names what the driver reports, by SQLSTATE and object; the server's message may hold values and stays out (R11). */
final class JdbcEvidenceFailures {
    private static final Set<String> REFUSED_USER = Set.of("3D000", "42501");
    private static final Set<String> NO_TABLES = Set.of("3F000", "42P01", "42703", "42883");
    private static final Set<String> TRANSIENT = Set.of("55P03", "57014", "57P01", "57P02", "57P03", "57P05", "58030");
    private static final Set<String> TRANSIENT_CLASSES = Set.of("08", "40", "53");

    private JdbcEvidenceFailures() {}

    /** Whether a new connection and a repeated transaction may succeed. */
    static boolean isTransient(SQLException failure) {
        String state = state(failure);
        return TRANSIENT.contains(state) || TRANSIENT_CLASSES.contains(state.substring(0, 2));
    }

    static HandoffException translate(SQLException failure, String object) {
        String state = state(failure);
        String observed = "SQLSTATE " + state + where(failure);
        if (isTransient(failure)) {
            return made(
                    ErrorCode.EVIDENCE_UNAVAILABLE, object, observed, "an answer", "check the evidence store, resume");
        }
        if (state.startsWith("28") || REFUSED_USER.contains(state)) {
            return made(
                    ErrorCode.EVIDENCE_UNREACHABLE,
                    object,
                    observed,
                    "a user with read and write access to schema trellara",
                    "check database, user, password and grants");
        }
        if (NO_TABLES.contains(state)) {
            return made(
                    ErrorCode.EVIDENCE_SCHEMA_MISSING,
                    object,
                    observed,
                    "evidence tables of version " + EvidenceSchema.EVIDENCE_VERSION,
                    "let the launcher or the command line migrate them");
        }
        if (state.startsWith("23")) {
            return made(
                    ErrorCode.EVIDENCE_CONFLICT,
                    object,
                    observed,
                    "a change that the evidence allows",
                    "report this with the run's evidence; it is a defect");
        }
        return HandoffException.bug(object, observed, "a statement that the evidence store accepts");
    }

    private static String state(SQLException failure) {
        String state = failure.getSQLState();
        // the driver gives none when its socket breaks in unusual places
        return state == null || state.length() < 2 ? "08000" : state;
    }

    private static String where(SQLException failure) {
        ServerErrorMessage server = failure instanceof PSQLException answer ? answer.getServerErrorMessage() : null;
        if (server == null || server.getConstraint() == null) {
            return "";
        }
        return " at " + server.getTable() + "." + server.getConstraint();
    }

    private static HandoffException made(
            ErrorCode code, String object, String observed, String required, String remedy) {
        return new HandoffException(new Finding(code, object, observed, required, remedy));
    }
}

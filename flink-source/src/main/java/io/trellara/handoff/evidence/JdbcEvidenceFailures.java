package io.trellara.handoff.evidence;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.config.DatabaseKind;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Names what the driver reports, by state, number and object; the server's message may hold values and stays out (R11).
 */
final class JdbcEvidenceFailures {
    private JdbcEvidenceFailures() {}

    static HandoffException translate(SQLException failure, ConnectionConfig database) {
        String object = "evidence " + database.url();
        String observed = observed(failure, database.kind());
        return switch (JdbcEvidenceMeaning.of(database.kind(), failure)) {
            case TRANSIENT ->
                made(ErrorCode.EVIDENCE_UNAVAILABLE, object, observed, "an answer", "check the evidence store, resume");
            case REFUSED ->
                made(
                        ErrorCode.EVIDENCE_UNREACHABLE,
                        object,
                        observed,
                        "a user with read and write access to schema trellara",
                        "check database, user, password and grants");
            case NO_TABLES ->
                made(
                        ErrorCode.EVIDENCE_SCHEMA_MISSING,
                        object,
                        observed,
                        "evidence tables of version " + EvidenceSchema.EVIDENCE_VERSION,
                        "let the launcher or the command line migrate them");
            case CONFLICT ->
                made(
                        ErrorCode.EVIDENCE_CONFLICT,
                        object,
                        observed,
                        "a change that the evidence allows",
                        "report this with the run's evidence; it is a defect");
            case LOGGED_BY_STATEMENT ->
                made(
                        ErrorCode.EVIDENCE_UNREACHABLE,
                        object,
                        observed + ": binlog_format is STATEMENT",
                        "a server that takes changes under READ COMMITTED",
                        "set binlog_format to ROW");
            case UNKNOWN -> HandoffException.bug(object, observed, "a statement that the evidence store accepts");
        };
    }

    private static String observed(SQLException failure, DatabaseKind kind) {
        String state = "SQLSTATE " + JdbcEvidenceMeaning.state(failure);
        if (kind == DatabaseKind.MYSQL && failure.getErrorCode() != 0) {
            return "error " + failure.getErrorCode() + ", " + state;
        }
        ServerErrorMessage server = failure instanceof PSQLException answer ? answer.getServerErrorMessage() : null;
        return server == null || server.getConstraint() == null
                ? state
                : state + " at " + server.getTable() + "." + server.getConstraint();
    }

    private static HandoffException made(
            ErrorCode code, String object, String observed, String required, String remedy) {
        return new HandoffException(new Finding(code, object, observed, required, remedy));
    }
}

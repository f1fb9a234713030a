package io.trellara.handoff.evidence;

import io.trellara.handoff.config.DatabaseKind;
import java.sql.SQLException;
import java.util.Set;

/** What an error of the evidence's database means for a write, by its state or number. */
enum JdbcEvidenceMeaning {
    /** A new connection and a repeated transaction may succeed. */
    TRANSIENT,
    /** The user, the password, the database or a grant is not right. */
    REFUSED,
    /** The tables are missing, or of another version. */
    NO_TABLES,
    /** A constraint or a guard refuses the change. */
    CONFLICT,
    /** MySQL logs changes by their statements, and so allows no isolation that the evidence could use. */
    LOGGED_BY_STATEMENT,
    /** Anything else. */
    UNKNOWN;

    private static final Set<String> CLASSES_THAT_PASS = Set.of("08", "40", "53");

    private static final Set<String> STATES_THAT_PASS =
            Set.of("55P03", "57014", "57P01", "57P02", "57P03", "57P05", "58030");
    private static final Set<String> STATES_OF_REFUSAL = Set.of("3D000", "42501");
    private static final Set<String> STATES_WITHOUT_TABLES = Set.of("3F000", "42P01", "42703", "42883");

    /**
     * Disk or table full, too many connections or of this user, shutting down, lock wait, out of locks, commit failed,
     * read-only after a fail-over, interrupted, statement too long, idle for too long.
     */
    private static final Set<Integer> NUMBERS_THAT_PASS =
            Set.of(1021, 1040, 1053, 1114, 1180, 1203, 1205, 1206, 1213, 1226, 1290, 1317, 1836, 3024, 4031);

    private static final Set<Integer> NUMBERS_OF_REFUSAL = Set.of(1044, 1045, 1142, 1143, 1227, 1370, 1410, 1862, 3118);
    private static final Set<Integer> NUMBERS_WITHOUT_TABLES = Set.of(1049, 1054, 1146);

    /** Duplicate, NOT NULL, foreign key; a trigger's SIGNAL; CHECK. */
    private static final Set<Integer> NUMBERS_OF_CONFLICT = Set.of(1048, 1062, 1216, 1217, 1451, 1452, 1644, 3819);

    private static final int STATEMENT_FORMAT = 1665;

    static JdbcEvidenceMeaning of(DatabaseKind kind, SQLException failure) {
        String state = state(failure);
        if (CLASSES_THAT_PASS.contains(state.substring(0, 2))) {
            return TRANSIENT;
        }
        return switch (kind) {
            case POSTGRESQL -> ofState(state);
            case MYSQL -> ofNumber(failure.getErrorCode(), state);
        };
    }

    /** SQLSTATE; the driver gives none when its socket breaks in unusual places. */
    static String state(SQLException failure) {
        String state = failure.getSQLState();
        return state == null || state.length() < 2 ? "08000" : state;
    }

    private static JdbcEvidenceMeaning ofState(String state) {
        if (STATES_THAT_PASS.contains(state)) {
            return TRANSIENT;
        }
        if (state.startsWith("28") || STATES_OF_REFUSAL.contains(state)) {
            return REFUSED;
        }
        if (STATES_WITHOUT_TABLES.contains(state)) {
            return NO_TABLES;
        }
        return state.startsWith("23") ? CONFLICT : UNKNOWN;
    }

    private static JdbcEvidenceMeaning ofNumber(int number, String state) {
        if (NUMBERS_THAT_PASS.contains(number)) {
            return TRANSIENT;
        }
        if (state.startsWith("28") || state.equals("3D000") || NUMBERS_OF_REFUSAL.contains(number)) {
            return REFUSED;
        }
        if (NUMBERS_WITHOUT_TABLES.contains(number)) {
            return NO_TABLES;
        }
        if (NUMBERS_OF_CONFLICT.contains(number)) {
            return CONFLICT;
        }
        return number == STATEMENT_FORMAT ? LOGGED_BY_STATEMENT : UNKNOWN;
    }
}

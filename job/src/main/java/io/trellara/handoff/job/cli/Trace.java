package io.trellara.handoff.job.cli;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A stack trace for the log, without the messages of database errors: they hold row values (R11). */
final class Trace {
    private static final int DEEPEST = 16;

    private Trace() {}

    static String of(Throwable thrown) {
        List<String> lines = new ArrayList<>();
        int depth = 0;
        for (Throwable cause = thrown; cause != null && depth < DEEPEST; cause = cause.getCause(), depth++) {
            lines.add((depth == 0 ? "" : "caused by ") + head(cause));
            for (StackTraceElement frame : cause.getStackTrace()) {
                lines.add("    at " + frame);
            }
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static String head(Throwable thrown) {
        String name = thrown.getClass().getName();
        return thrown instanceof SQLException sql
                ? name + ": SQLSTATE " + sql.getSQLState()
                : name + ": " + thrown.getMessage();
    }
}

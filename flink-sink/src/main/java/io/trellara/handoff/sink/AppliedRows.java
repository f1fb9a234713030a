package io.trellara.handoff.sink;

import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the rows of the present transaction per chunk attempt, and adds them to {@code sink_applied} in it (R4). */
final class AppliedRows {
    private final RunKey run;
    private final Bookkeeping bookkeeping;
    private final Map<ChunkAttempt, Long> counts = new LinkedHashMap<>();

    AppliedRows(RunKey run, Bookkeeping bookkeeping) {
        this.run = run;
        this.bookkeeping = bookkeeping;
    }

    void add(ChunkAttempt attempt, int rows) {
        counts.merge(attempt, (long) rows, Long::sum);
    }

    /** Writes what was counted since the last call. */
    void write(Connection connection) throws SQLException {
        if (!counts.isEmpty()) {
            bookkeeping.addApplied(connection, run, counts);
            counts.clear();
        }
    }
}

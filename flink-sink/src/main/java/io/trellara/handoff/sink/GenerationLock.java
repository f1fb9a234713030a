package io.trellara.handoff.sink;

import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The lock on a run's row in {@code sink_generation}, which sinks share and whoever raises it takes alone (R6). */
interface GenerationLock {
    /** Raises the generation in a transaction of its own, waiting for the lock as long as {@code patience}. */
    long raise(Connection connection, RunKey run, Duration patience) throws SQLException;

    /** Whether the lock was not granted in time. */
    boolean waitedTooLong(SQLException failure);

    /** Ends the run's sinks that may hold it. */
    Ended endSinks(Connection connection, RunKey run) throws SQLException;

    /**
     * Sessions by the server's number.
     *
     * @param sinks those that were ended
     * @param strangers others on the table, which were left alone
     */
    record Ended(List<Long> sinks, List<Long> strangers) {
        public Ended {
            sinks = List.copyOf(sinks);
            strangers = List.copyOf(strangers);
        }
    }
}

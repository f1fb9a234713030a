package io.trellara.handoff.sink;

import java.sql.Connection;
import java.sql.SQLException;

/** Holds the run's generation for the length of a target transaction (R6). */
@FunctionalInterface
interface GenerationFence {
    /** Throws GENERATION_STALE unless {@code generation} is the run's and stays it until the transaction ends. */
    void hold(Connection connection, long generation) throws SQLException;
}

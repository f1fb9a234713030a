package io.trellara.handoff.sink;

import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Writes what the sink counts and remembers, in the transaction that applies the rows. */
interface Bookkeeping {
    /** Adds rows to {@code sink_applied} (R4). */
    void addApplied(Connection connection, RunKey run, Map<ChunkAttempt, Long> counts) throws SQLException;

    /** Moves lanes in {@code sink_ledger}. */
    void moveLanes(Connection connection, RunKey run, Map<Integer, LedgerPosition> lanes) throws SQLException;
}

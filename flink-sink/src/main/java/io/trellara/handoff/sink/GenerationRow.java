package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises the run's generation (R6). Sinks of older generations hold the row FOR SHARE in their transactions: they are
 * waited for, then their sessions are terminated, since a frozen process would hold it for ever.
 */
final class GenerationRow {
    private static final Logger LOG = LoggerFactory.getLogger(GenerationRow.class);
    private static final int ROUNDS = 5;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final String RAISE = """
            INSERT INTO trellara.sink_generation AS g (source_id, dataset_id, run_id, generation) VALUES (?, ?, ?, 1)
            ON CONFLICT (source_id, dataset_id, run_id)
            DO UPDATE SET generation = g.generation + 1, updated_at = now() RETURNING generation""";

    /** FOR SHARE takes ROW SHARE on the table, and keeps it as long as the row. */
    private static final String TERMINATE = """
            SELECT a.pid, pg_terminate_backend(a.pid)
              FROM pg_stat_activity a
             WHERE a.application_name = ? AND a.datname = current_database()
               AND EXISTS (SELECT FROM pg_locks l
                            WHERE l.pid = a.pid AND l.relation = 'trellara.sink_generation'::regclass
                              AND l.mode = 'RowShareLock' AND l.granted)""";

    private final RunKey run;
    private final Duration patience;

    /** @param patience how long an older transaction may go on */
    GenerationRow(RunKey run, Duration patience) {
        this.run = run;
        this.patience = patience;
    }

    /** Returns the new generation once nothing older can commit; throws SINK_TRANSIENT where that cannot be reached. */
    long raise(Connection connection) throws SQLException {
        for (int round = 0; round < ROUNDS; round++) {
            try {
                return tryRaise(connection);
            } catch (SQLException e) {
                if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                    throw e;
                }
                List<Integer> ended = terminate(connection);
                LOG.info("run {}: terminated sink sessions that held an older generation: pids {}", run, ended);
            }
        }
        throw new HandoffException(new Finding(
                ErrorCode.SINK_TRANSIENT,
                "trellara.sink_generation",
                "the run's row still locked after " + ROUNDS + " waits of " + patience.toMillis() + " ms",
                "nobody but this run's sinks to lock it",
                "end the session that holds it; pg_blocking_pids names it while a raise waits"));
    }

    private long tryRaise(Connection connection) throws SQLException {
        try (Statement limit = connection.createStatement()) {
            limit.execute("SET lock_timeout = " + patience.toMillis());
        }
        try (PreparedStatement raise = connection.prepareStatement(RAISE)) {
            raise.setString(1, run.sourceId());
            raise.setString(2, run.datasetId());
            raise.setString(3, run.runId());
            try (ResultSet row = raise.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private List<Integer> terminate(Connection connection) throws SQLException {
        List<Integer> pids = new ArrayList<>();
        try (PreparedStatement terminate = connection.prepareStatement(TERMINATE)) {
            terminate.setString(1, TargetConnections.applicationName("sink", run));
            try (ResultSet rows = terminate.executeQuery()) {
                while (rows.next()) {
                    pids.add(rows.getInt(1));
                }
            }
        }
        return pids;
    }
}

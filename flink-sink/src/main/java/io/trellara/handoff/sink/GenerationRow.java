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
    private static final String HOLDERS = """
            SELECT a.pid, a.application_name = ?, CASE WHEN a.application_name = ? THEN pg_terminate_backend(a.pid) END
              FROM pg_stat_activity a
             WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
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
        List<Integer> strangers = List.of();
        for (int round = 0; round < ROUNDS; round++) {
            try {
                return tryRaise(connection);
            } catch (SQLException e) {
                if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                    throw e;
                }
                strangers = terminateSinks(connection);
            }
        }
        throw new HandoffException(new Finding(
                ErrorCode.SINK_TRANSIENT,
                "trellara.sink_generation",
                "the row of run " + run + " still locked after " + ROUNDS + " waits of " + patience.toMillis()
                        + " ms; other sessions on the table: pids " + strangers,
                "nobody but this run's sinks to lock it",
                "end the session that holds it"));
    }

    private long tryRaise(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement limit = connection.createStatement();
                PreparedStatement raise = connection.prepareStatement(RAISE)) {
            limit.execute("SET LOCAL lock_timeout = " + patience.toMillis());
            raise.setString(1, run.sourceId());
            raise.setString(2, run.datasetId());
            raise.setString(3, run.runId());
            long generation;
            try (ResultSet row = raise.executeQuery()) {
                row.next();
                generation = row.getLong(1);
            }
            connection.commit();
            return generation;
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Ends this run's sinks that are on the table, and returns who else is. */
    private List<Integer> terminateSinks(Connection connection) throws SQLException {
        List<Integer> ended = new ArrayList<>();
        List<Integer> strangers = new ArrayList<>();
        try (PreparedStatement holders = connection.prepareStatement(HOLDERS)) {
            String sink = TargetConnections.applicationName("sink", run);
            holders.setString(1, sink);
            holders.setString(2, sink);
            try (ResultSet rows = holders.executeQuery()) {
                while (rows.next()) {
                    (rows.getBoolean(2) ? ended : strangers).add(rows.getInt(1));
                }
            }
        }
        LOG.info("run {}: terminated sink sessions that held an older generation: pids {}", run, ended);
        return strangers;
    }
}

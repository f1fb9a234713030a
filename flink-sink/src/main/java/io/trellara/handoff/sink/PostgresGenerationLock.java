package io.trellara.handoff.sink;

import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A row lock; sessions are known by their application's name. */
final class PostgresGenerationLock implements GenerationLock {
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

    @Override
    public long raise(Connection connection, RunKey run, Duration patience) throws SQLException {
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

    @Override
    public boolean waitedTooLong(SQLException failure) {
        return LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
    }

    @Override
    public Ended endSinks(Connection connection, RunKey run) throws SQLException {
        List<Long> ended = new ArrayList<>();
        List<Long> strangers = new ArrayList<>();
        try (PreparedStatement holders = connection.prepareStatement(HOLDERS)) {
            String sink = TargetConnections.applicationName("sink", run);
            holders.setString(1, sink);
            holders.setString(2, sink);
            try (ResultSet rows = holders.executeQuery()) {
                while (rows.next()) {
                    (rows.getBoolean(2) ? ended : strangers).add(rows.getLong(1));
                }
            }
        }
        return new Ended(ended, strangers);
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A row lock of InnoDB's. Sessions are known by the program's name that they gave when they connected, which every user
 * may read of its own sessions, and may end: no privilege is needed. Who else is on the row is told where
 * {@code performance_schema.data_locks} may be read.
 */
final class MysqlGenerationLock implements GenerationLock {
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;
    private static final int GONE = 1094;
    private static final Set<Integer> DENIED = Set.of(1142, 1227, 1044);

    private static final String RAISE = """
            INSERT INTO trellara.sink_generation (source_id, dataset_id, run_id, generation) VALUES (?, ?, ?, 1)
            ON DUPLICATE KEY UPDATE generation = generation + 1, updated_at = utc_timestamp(6)""";

    private static final String PRESENT = """
            SELECT generation FROM trellara.sink_generation
             WHERE source_id = ? AND dataset_id = ? AND run_id = ? FOR UPDATE""";

    private static final String SINKS = """
            SELECT processlist_id FROM performance_schema.session_account_connect_attrs
             WHERE attr_name = 'program_name' AND attr_value = ?""";

    private static final String HOLDERS = """
            SELECT DISTINCT t.processlist_id
              FROM performance_schema.data_locks l JOIN performance_schema.threads t USING (thread_id)
             WHERE l.object_schema = 'trellara' AND l.object_name = 'sink_generation'
               AND l.lock_status = 'GRANTED' AND t.processlist_id <> connection_id()""";

    @Override
    public long raise(Connection connection, RunKey run, Duration patience) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement limit = connection.createStatement();
                PreparedStatement raise = connection.prepareStatement(RAISE);
                PreparedStatement present = connection.prepareStatement(PRESENT)) {
            limit.execute("SET SESSION innodb_lock_wait_timeout = " + Math.max(1, patience.toSeconds()));
            bind(raise, run);
            raise.executeUpdate();
            bind(present, run);
            long generation;
            try (ResultSet row = present.executeQuery()) {
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

    /** A deadlock comes of two who raise it for the first time at once. */
    @Override
    public boolean waitedTooLong(SQLException failure) {
        return failure.getErrorCode() == LOCK_WAIT_TIMEOUT || failure.getErrorCode() == DEADLOCK;
    }

    @Override
    public Ended endSinks(Connection connection, RunKey run) throws SQLException {
        Set<Long> sinks = new LinkedHashSet<>(
                numbers(connection, SINKS, MysqlOpening.programName(TargetConnections.applicationName("sink", run))));
        Set<Long> holders;
        try {
            holders = new LinkedHashSet<>(numbers(connection, HOLDERS));
        } catch (SQLException e) {
            if (!DENIED.contains(e.getErrorCode())) {
                throw e;
            }
            // Which of them holds the lock is not to be known. An idle one loses no more than its connection.
            holders = sinks;
        }
        List<Long> ended = new ArrayList<>();
        List<Long> strangers = new ArrayList<>();
        for (long holder : holders) {
            if (sinks.contains(holder)) {
                end(connection, holder);
                ended.add(holder);
            } else {
                strangers.add(holder);
            }
        }
        return new Ended(ended, strangers);
    }

    private static void end(Connection connection, long session) throws SQLException {
        try (Statement kill = connection.createStatement()) {
            kill.execute("KILL CONNECTION " + session);
        } catch (SQLException e) {
            if (e.getErrorCode() != GONE) {
                throw e;
            }
        }
    }

    private static List<Long> numbers(Connection connection, String sql, String... parameters) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    numbers.add(rows.getLong(1));
                }
            }
        }
        return numbers;
    }

    private static void bind(PreparedStatement statement, RunKey run) throws SQLException {
        statement.setString(1, run.sourceId());
        statement.setString(2, run.datasetId());
        statement.setString(3, run.runId());
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.coordinate.TargetControl;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The coordinator's door to a PostgreSQL target. Keeps one connection and opens it anew after a failure. Throws
 * TARGET_UNREACHABLE, SINK_TRANSIENT or SINK_WRITE_FAILED.
 */
public final class PostgresTargetControl implements TargetControl {
    /** A sink's transaction is over within this unless its process hangs; flushes take milliseconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /** Rows of a transaction that erases. */
    private static final int ERASED_AT_ONCE = 10_000;

    private static final String APPLIED = """
            SELECT relation, chunk, attempt, rows FROM trellara.sink_applied
             WHERE source_id = ? AND dataset_id = ? AND run_id = ? AND relation = ANY (?::text[])""";

    private static final String HALTS = """
            SELECT id, code, reason FROM trellara.halts
             WHERE source_id = ? AND dataset_id = ? AND run_id = ? AND id > ?::bigint ORDER BY id""";

    /** Over every lane that has a row: a mark goes to all of them, so that none lags behind a recorded position. */
    private static final String LEDGER = """
            SELECT min(position::pg_lsn)::text FROM trellara.sink_ledger
             WHERE source_id = ? AND dataset_id = ? AND run_id = ? HAVING count(*) > 0""";
    /** A mark covers what commits below it; a change is covered from the next byte on. */
    private static final String LEDGER_END = """
            SELECT max(position::pg_lsn + CASE WHEN ordinal >= 0 THEN 1 ELSE 0 END)::text FROM trellara.sink_ledger
             WHERE source_id = ? AND dataset_id = ? AND run_id = ? HAVING count(*) > 0""";

    private final SinkConfig config;
    private final Duration patience;
    private final TargetConnections connections;

    public PostgresTargetControl(SinkConfig config) {
        this(config, PATIENCE);
    }

    PostgresTargetControl(SinkConfig config, Duration patience) {
        this.config = config;
        this.patience = patience;
        this.connections = new TargetConnections(config.connection(), config.run(), "control");
    }

    @Override
    public List<Finding> check(List<RelationSchema> schemas, boolean fresh) {
        try {
            connections.getOrEstablishConnection();
        } catch (SQLException e) {
            return List.of(SinkFailure.asking(connections.place(), e).finding());
        }
        return ask("target", c -> new TargetPreflight(config, c).check(schemas, fresh));
    }

    @Override
    public void prepare(List<RelationSchema> schemas) {
        ask("target tables", c -> {
            new TargetPreparation(config, c).run(schemas);
            return true;
        });
    }

    @Override
    public void prepareAdded(List<RelationSchema> schemas, long generation) {
        GenerationFence fence = new SharedRowFence(config.run());
        ask("target tables", c -> {
            new TargetPreparation(config, c).runAdded(schemas, connection -> fence.hold(connection, generation));
            return true;
        });
    }

    @Override
    public long raiseGeneration() {
        return ask("trellara.sink_generation", new GenerationRow(config.run(), patience)::raise);
    }

    @Override
    public long erase(RelationSchema schema, List<KeyRange> ranges, long generation) {
        TargetErasure erasure =
                new TargetErasure(new SharedRowFence(config.run()), config.constraints(), ERASED_AT_ONCE);
        return ask(schema.relation().toString(), c -> erasure.erase(c, schema, ranges, generation));
    }

    @Override
    public Map<ChunkAttempt, Long> applied(Collection<ChunkAttempt> attempts) {
        Map<String, ChunkAttempt> wanted = new HashMap<>();
        attempts.forEach(a -> wanted.put(a.toString(), a));
        Object[] relations = attempts.stream()
                .map(a -> a.chunk().relation().toString())
                .distinct()
                .toArray();
        Map<ChunkAttempt, Long> counts = new HashMap<>();
        return ask("trellara.sink_applied", c -> {
            List<Object> parameters = List.of(c.createArrayOf("text", relations));
            each(c, APPLIED, parameters, row -> {
                ChunkAttempt attempt = wanted.get(row.getString(1) + "#" + row.getInt(2) + "@" + row.getInt(3));
                if (attempt != null) {
                    counts.put(attempt, row.getLong(4));
                }
            });
            return counts;
        });
    }

    @Override
    public List<SinkHalt> halts(long afterId) {
        List<SinkHalt> halts = new ArrayList<>();
        return ask("trellara.halts", c -> {
            each(
                    c,
                    HALTS,
                    List.of(afterId),
                    r -> halts.add(new SinkHalt(r.getLong(1), r.getString(2), r.getString(3))));
            return halts;
        });
    }

    @Override
    public Optional<Lsn> ledger() {
        return position(LEDGER);
    }

    @Override
    public Optional<Lsn> ledgerEnd() {
        return position(LEDGER_END);
    }

    private Optional<Lsn> position(String sql) {
        List<Lsn> found = new ArrayList<>();
        return ask("trellara.sink_ledger", c -> {
            each(c, sql, List.of(), row -> found.add(Lsn.parse(row.getString(1))));
            return found.stream().findFirst();
        });
    }

    @Override
    public void close() {
        connections.close();
    }

    private void each(Connection connection, String sql, List<Object> parameters, Taker taker) throws SQLException {
        RunKey run = config.run();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, run.sourceId());
            statement.setString(2, run.datasetId());
            statement.setString(3, run.runId());
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(4 + i, parameters.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    taker.take(rows);
                }
            }
        }
    }

    private <T> T ask(String object, Question<T> question) {
        try {
            return question.ask(connections.getOrEstablishConnection());
        } catch (SQLException e) {
            connections.closeConnection();
            throw SinkFailure.writing(object, e);
        }
    }

    /** Opens a control at the coordinator. */
    public record Factory(SinkConfig config) implements TargetControl.Factory {
        @Override
        public TargetControl open() {
            return new PostgresTargetControl(config);
        }
    }

    /** What is asked over the connection. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    /** Takes one row. */
    @FunctionalInterface
    private interface Taker {
        void take(ResultSet row) throws SQLException;
    }
}

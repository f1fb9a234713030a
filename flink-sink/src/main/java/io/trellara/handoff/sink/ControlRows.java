package io.trellara.handoff.sink;

import io.trellara.handoff.coordinate.TargetControl.SinkHalt;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Reads what the sinks of a run have written of themselves, in words that every kind of target understands. */
final class ControlRows {
    private static final String OF_RUN = " WHERE c.source_id = ? AND c.dataset_id = ? AND c.run_id = ?";

    private static final String APPLIED =
            "SELECT c.relation, c.chunk, c.attempt, c.rows FROM trellara.sink_applied c" + OF_RUN;

    private static final String HALTS =
            "SELECT c.id, c.code, c.reason FROM trellara.halts c" + OF_RUN + " AND c.id > ? ORDER BY c.id";

    private static final String LEDGER = "SELECT c.position, c.ordinal FROM trellara.sink_ledger c" + OF_RUN;

    private static final String GENERATION = "SELECT c.generation FROM trellara.sink_generation c" + OF_RUN;

    private static final List<String> TRACES = List.of(
            "SELECT 1 FROM trellara.sink_applied c" + OF_RUN + " LIMIT 1",
            "SELECT 1 FROM trellara.sink_ledger c" + OF_RUN + " LIMIT 1");

    private final Connection connection;
    private final RunKey run;

    ControlRows(Connection connection, RunKey run) {
        this.connection = connection;
        this.run = run;
    }

    /** Rows applied per attempt; attempts without rows are absent. */
    Map<ChunkAttempt, Long> applied(Collection<ChunkAttempt> attempts) throws SQLException {
        Map<ChunkAttempt, Long> counts = new HashMap<>();
        if (attempts.isEmpty()) {
            return counts;
        }
        Map<String, ChunkAttempt> wanted = new HashMap<>();
        attempts.forEach(a -> wanted.put(a.toString(), a));
        List<Object> relations = attempts.stream()
                .<Object>map(a -> a.chunk().relation().toString())
                .distinct()
                .toList();
        String marks = relations.stream().map(r -> "?").collect(Collectors.joining(", "));
        each(APPLIED + " AND c.relation IN (" + marks + ")", relations, row -> {
            ChunkAttempt attempt = wanted.get(row.getString(1) + "#" + row.getInt(2) + "@" + row.getInt(3));
            if (attempt != null) {
                counts.put(attempt, row.getLong(4));
            }
        });
        return counts;
    }

    /** What sinks have left word of, not yet seen by {@code afterId}. */
    List<SinkHalt> halts(long afterId) throws SQLException {
        List<SinkHalt> halts = new ArrayList<>();
        each(
                HALTS,
                List.of(afterId),
                row -> halts.add(new SinkHalt(row.getLong(1), row.getString(2), row.getString(3))));
        return halts;
    }

    /**
     * The smallest position of any lane that has a row: a mark goes to all, so that none lags behind a recorded one.
     */
    Optional<Lsn> ledger() throws SQLException {
        return lanes().stream().min(Comparator.naturalOrder()).map(lane -> new Lsn(lane.commit()));
    }

    /** A mark covers what commits below it; a change is covered from the next position on. */
    Optional<Lsn> ledgerEnd() throws SQLException {
        return lanes().stream()
                .map(lane -> lane.ordinal() < 0 ? lane.commit() : lane.commit() + 1)
                .max(Long::compareUnsigned)
                .map(Lsn::new);
    }

    /** The run's generation; empty before the first (R6). */
    OptionalLong generation() throws SQLException {
        List<Long> found = new ArrayList<>();
        each(GENERATION, List.of(), row -> found.add(row.getLong(1)));
        return found.isEmpty() ? OptionalLong.empty() : OptionalLong.of(found.get(0));
    }

    /** Whether anything of the run was applied here. */
    boolean begun() throws SQLException {
        List<Integer> found = new ArrayList<>();
        for (String trace : TRACES) {
            each(trace, List.of(), row -> found.add(row.getInt(1)));
        }
        return !found.isEmpty();
    }

    private List<LedgerPosition> lanes() throws SQLException {
        List<LedgerPosition> lanes = new ArrayList<>();
        each(
                LEDGER,
                List.of(),
                row -> lanes.add(new LedgerPosition(Lsn.parse(row.getString(1)).value(), row.getLong(2))));
        return lanes;
    }

    private void each(String sql, List<Object> parameters, Taker taker) throws SQLException {
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

    /** Takes one row. */
    @FunctionalInterface
    private interface Taker {
        void take(ResultSet row) throws SQLException;
    }
}

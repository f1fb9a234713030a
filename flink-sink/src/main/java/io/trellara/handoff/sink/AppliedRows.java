package io.trellara.handoff.sink;

import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the rows of the present transaction per chunk attempt, and adds them to {@code sink_applied} in it (R4). */
final class AppliedRows {
    private static final String ADD = """
            INSERT INTO trellara.sink_applied AS a (source_id, dataset_id, run_id, relation, chunk, attempt, rows)
            SELECT ?, ?, ?, r, c, t, n FROM unnest(?::text[], ?::int[], ?::int[], ?::bigint[]) AS added(r, c, t, n)
            ON CONFLICT (source_id, dataset_id, run_id, relation, chunk, attempt)
            DO UPDATE SET rows = a.rows + excluded.rows""";

    private final RunKey run;
    private final Map<ChunkAttempt, Long> counts = new LinkedHashMap<>();

    AppliedRows(RunKey run) {
        this.run = run;
    }

    void add(ChunkAttempt attempt, int rows) {
        counts.merge(attempt, (long) rows, Long::sum);
    }

    /** Writes what was counted since the last call. */
    void write(Connection connection) throws SQLException {
        if (counts.isEmpty()) {
            return;
        }
        List<ChunkAttempt> attempts = new ArrayList<>(counts.keySet());
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            statement.setString(1, run.sourceId());
            statement.setString(2, run.datasetId());
            statement.setString(3, run.runId());
            Object[] relations =
                    attempts.stream().map(a -> a.chunk().relation().toString()).toArray();
            Object[] chunks = attempts.stream().map(a -> a.chunk().number()).toArray();
            Object[] tries = attempts.stream().map(ChunkAttempt::attempt).toArray();
            statement.setArray(4, connection.createArrayOf("text", relations));
            statement.setArray(5, connection.createArrayOf("int4", chunks));
            statement.setArray(6, connection.createArrayOf("int4", tries));
            statement.setArray(
                    7, connection.createArrayOf("int8", counts.values().toArray()));
            statement.executeUpdate();
        }
        counts.clear();
    }
}

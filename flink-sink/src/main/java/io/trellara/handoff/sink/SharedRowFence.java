package io.trellara.handoff.sink;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Locks the run's {@code sink_generation} row FOR SHARE: whoever raises the generation waits for this transaction, and
 * after that no transaction of an older generation gets past here (R6).
 */
final class SharedRowFence implements GenerationFence {
    private static final String LOCK = """
            SELECT generation FROM trellara.sink_generation
             WHERE source_id = ? AND dataset_id = ? AND run_id = ? FOR SHARE""";

    private final RunKey run;

    SharedRowFence(RunKey run) {
        this.run = run;
    }

    @Override
    public void hold(Connection connection, long generation) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setString(1, run.sourceId());
            statement.setString(2, run.datasetId());
            statement.setString(3, run.runId());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw stale(run, generation, "no generation");
                }
                if (row.getLong(1) != generation) {
                    throw stale(run, generation, "generation " + row.getLong(1));
                }
            }
        }
    }

    /** The finding that this writer was replaced. */
    static HandoffException stale(RunKey run, long generation, String observed) {
        return new HandoffException(new Finding(
                ErrorCode.GENERATION_STALE,
                "run " + run,
                observed + " at the target",
                "generation " + generation + ", the one that this sink's blocks carry",
                "nothing; the writer that replaced this one goes on"));
    }
}

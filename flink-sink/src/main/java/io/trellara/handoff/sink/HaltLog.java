package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the coordinator of a halt through {@code trellara.halts}: a sink has no other way to it (flink.md). */
final class HaltLog {
    private static final Logger LOG = LoggerFactory.getLogger(HaltLog.class);
    private static final String INSERT =
            "INSERT INTO trellara.halts (source_id, dataset_id, run_id, code, reason) VALUES (?, ?, ?, ?, ?)";

    private final SinkConfig config;

    HaltLog(SinkConfig config) {
        this.config = config;
    }

    /** Writes the halt over a connection of its own; where that fails too, the job's end still carries the text. */
    void write(HandoffException halt) {
        RunKey run = config.run();
        try (TargetConnections connections = new TargetConnections(config.connection(), run, "halt");
                PreparedStatement insert =
                        connections.getOrEstablishConnection().prepareStatement(INSERT)) {
            insert.setString(1, run.sourceId());
            insert.setString(2, run.datasetId());
            insert.setString(3, run.runId());
            insert.setString(4, halt.code().label());
            insert.setString(5, halt.finding().text());
            insert.executeUpdate();
        } catch (SQLException e) {
            LOG.warn("run {}: the halt could not be written at the target, SQLSTATE {}", run, e.getSQLState());
        }
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.model.SourceLog;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** SQL of {@code run_samples}. */
final class JdbcEvidenceSamples {
    private static final String THIS_RUN = " WHERE source_id = ? AND dataset_id = ? AND run_id = ?";

    private JdbcEvidenceSamples() {}

    /** Appends how the run is by its own rows; the caller holds the run's row. */
    static void append(JdbcEvidenceConnection connection, RunKey run, SourceLog log) throws SQLException {
        connection
                .query("INSERT INTO trellara.run_samples (source_id, dataset_id, run_id, fence, state, copied_rows,"
                        + " bytes_copied, forwarded_changes, suppressed_changes, replayed_changes, stream_position,"
                        + " lag_bytes, lag_millis, retained_bytes, retained_limit_bytes, retained_limit_millis)"
                        + " SELECT source_id, dataset_id, run_id, fence, state, copied_rows,"
                        + " (SELECT coalesce(sum(p.bytes_copied), 0) FROM trellara.snapshot_table_progress p"
                        + " WHERE p.source_id = r.source_id AND p.dataset_id = r.dataset_id AND p.run_id = r.run_id),"
                        + " forwarded_changes, suppressed_changes, replayed_changes, stream_position,"
                        + " ?, ?, ?, ?, ? FROM trellara.snapshot_runs r" + THIS_RUN)
                .number(log.behindBytes())
                .number(log.behindMillis())
                .number(log.keptBytes())
                .number(log.limitBytes())
                .number(log.limitMillis())
                .key(run)
                .update();
    }

    static List<RunSample> all(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = "SELECT at, state, copied_rows, bytes_copied, forwarded_changes, suppressed_changes,"
                + " replayed_changes, stream_position, lag_bytes, lag_millis, retained_bytes, retained_limit_bytes,"
                + " retained_limit_millis FROM trellara.run_samples" + THIS_RUN + " ORDER BY id";
        return connection
                .query(sql)
                .key(run)
                .list(row -> new RunSample(
                        JdbcEvidenceQuery.instant(row, "at").orElseThrow(),
                        RunState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                        row.getLong("copied_rows"),
                        row.getLong("bytes_copied"),
                        new ChangeCounts(
                                row.getLong("forwarded_changes"),
                                row.getLong("suppressed_changes"),
                                row.getLong("replayed_changes")),
                        JdbcEvidenceQuery.lsn(row, "stream_position"),
                        new SourceLog(
                                JdbcEvidenceQuery.number(row, "lag_bytes"),
                                JdbcEvidenceQuery.number(row, "lag_millis"),
                                JdbcEvidenceQuery.number(row, "retained_bytes"),
                                JdbcEvidenceQuery.number(row, "retained_limit_bytes"),
                                JdbcEvidenceQuery.number(row, "retained_limit_millis"))));
    }
}

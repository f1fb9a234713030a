package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** SQL of {@code snapshot_waves}. */
final class JdbcEvidenceWaves {
    private static final String THIS_RUN = " WHERE source_id = ? AND dataset_id = ? AND run_id = ?";
    private static final String SELECT =
            "SELECT wave, floor, boundary, opened_at, closed_at, outcome FROM trellara.snapshot_waves" + THIS_RUN;

    private JdbcEvidenceWaves() {}

    static List<WaveRecord> all(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection.query(SELECT + " ORDER BY wave").key(run).list(JdbcEvidenceWaves::row);
    }

    /** Opens it where it is not there; the caller holds the run's row. */
    static void open(JdbcEvidenceConnection connection, RunKey run, int wave, Position floor) throws SQLException {
        if (find(connection, run, wave).isEmpty()) {
            connection
                    .query("INSERT INTO trellara.snapshot_waves (source_id, dataset_id, run_id, wave, floor)"
                            + " VALUES (?, ?, ?, ?, ?)")
                    .key(run)
                    .number(wave)
                    .lsn(floor)
                    .update();
        }
        WaveRecord row = require(connection, run, wave);
        if (!row.floor().equals(floor) || row.outcome().isPresent()) {
            throw conflict(run, wave, "floor " + row.floor() + state(row), "floor " + floor + ", open");
        }
    }

    /** Records the view's boundary, which covers the floor and never changes (R2). */
    static void boundary(JdbcEvidenceConnection connection, RunKey run, int wave, Position boundary)
            throws SQLException {
        WaveRecord row = require(connection, run, wave);
        if (!boundary.covers(row.floor())) {
            throw new HandoffException(new Finding(
                    ErrorCode.VIEW_BELOW_FLOOR,
                    object(run, wave),
                    "boundary " + boundary,
                    "a boundary that covers the floor " + row.floor(),
                    "report this with the run's evidence; it is a defect"));
        }
        if (row.outcome().isPresent() || !row.boundary().orElse(boundary).equals(boundary)) {
            throw conflict(run, wave, "boundary " + row.boundary() + state(row), "boundary " + boundary + ", open");
        }
        connection
                .query("UPDATE trellara.snapshot_waves SET boundary = ?" + THIS_RUN + " AND wave = ?")
                .lsn(boundary)
                .key(run)
                .number(wave)
                .update();
    }

    /**
     * Requires that a claim in {@code wave} reads the view that the evidence knows, or a reader's own above the floor.
     */
    static void requireBoundary(JdbcEvidenceConnection connection, RunKey run, int wave, Optional<Position> claimed)
            throws SQLException {
        WaveRecord row = require(connection, run, wave);
        if (row.outcome().isPresent() || claimed.filter(row::admits).isEmpty()) {
            throw conflict(
                    run,
                    wave,
                    "floor " + row.floor() + ", boundary " + row.boundary() + state(row),
                    "open, with the claim's boundary " + claimed);
        }
    }

    static void close(JdbcEvidenceConnection connection, RunKey run, int wave, String outcome) throws SQLException {
        WaveRecord row = require(connection, run, wave);
        if (row.outcome().isPresent()) {
            if (!row.outcome().get().equals(outcome)) {
                throw conflict(run, wave, row.outcome().get(), outcome);
            }
            return;
        }
        connection
                .query(
                        "UPDATE trellara.snapshot_waves SET closed_at = greatest(current_timestamp(6), opened_at), outcome = ?"
                                + THIS_RUN + " AND wave = ?")
                .text(outcome)
                .key(run)
                .number(wave)
                .update();
    }

    private static WaveRecord require(JdbcEvidenceConnection connection, RunKey run, int wave) throws SQLException {
        return find(connection, run, wave).orElseThrow(() -> conflict(run, wave, "no row", "an open wave"));
    }

    private static Optional<WaveRecord> find(JdbcEvidenceConnection connection, RunKey run, int wave)
            throws SQLException {
        return connection.query(SELECT + " AND wave = ?").key(run).number(wave).first(JdbcEvidenceWaves::row);
    }

    private static WaveRecord row(ResultSet row) throws SQLException {
        return new WaveRecord(
                row.getInt("wave"),
                JdbcEvidenceQuery.lsn(row, "floor").orElseThrow(),
                JdbcEvidenceQuery.lsn(row, "boundary"),
                JdbcEvidenceQuery.instant(row, "opened_at").orElseThrow(),
                JdbcEvidenceQuery.instant(row, "closed_at"),
                JdbcEvidenceQuery.text(row, "outcome"));
    }

    private static String state(WaveRecord wave) {
        return ", " + wave.outcome().orElse("open");
    }

    private static String object(RunKey run, int wave) {
        return "run " + run + ", wave " + wave;
    }

    private static HandoffException conflict(RunKey run, int wave, String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.EVIDENCE_CONFLICT,
                object(run, wave),
                observed,
                required,
                "report this with the run's evidence; it is a defect"));
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** SQL of {@code snapshot_runs} and {@code run_transitions}. */
final class JdbcEvidenceRuns {
    /** A run's row, held FOR UPDATE until the transaction ends. */
    record Locked(RunRecord row, long revision) {}

    private static final String THIS_RUN = " WHERE source_id = ? AND dataset_id = ? AND run_id = ?";
    static final String COLUMNS = "source_id, dataset_id, run_id, state, fence, revision, schedule,"
            + " source_identity, slot_name, consistent_lsn, current_relation, copied_rows, failure_code, failure_reason,"
            + " stream_position, stream_checkpoint_id, last_sink_halt,"
            + " forwarded_changes, suppressed_changes, replayed_changes, started_at, updated_at";
    private static final String SELECT = "SELECT " + COLUMNS + " FROM trellara.snapshot_runs";

    private JdbcEvidenceRuns() {}

    static Optional<RunRecord> find(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection.query(SELECT + THIS_RUN).key(run).first(JdbcEvidenceRuns::row);
    }

    static List<RunRecord> ofDataset(JdbcEvidenceConnection connection, String sourceId, String datasetId)
            throws SQLException {
        String sql = SELECT + " WHERE source_id = ? AND dataset_id = ? AND parent_run_id IS NULL"
                + " ORDER BY started_at DESC, run_id DESC";
        return connection.query(sql).text(sourceId).text(datasetId).list(JdbcEvidenceRuns::row);
    }

    static Optional<Locked> lock(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection
                .query(SELECT + THIS_RUN + " FOR UPDATE")
                .key(run)
                .first(row -> new Locked(row(row), row.getLong("revision")));
    }

    static void insert(JdbcEvidenceConnection connection, RunKey run, String schedule, String sourceKind)
            throws SQLException {
        connection
                .query(
                        "INSERT INTO trellara.snapshot_runs (source_id, dataset_id, run_id, state, schedule, source_kind)"
                                + " VALUES (?, ?, ?, 'planned', ?, ?)"
                                + connection.sql().ifAbsent())
                .key(run)
                .text(schedule)
                .text(sourceKind)
                .update();
    }

    static Optional<String> sourceKind(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection
                .query("SELECT source_kind FROM trellara.snapshot_runs" + THIS_RUN)
                .key(run)
                .first(row -> row.getString(1));
    }

    /** Records the number of lanes where none is recorded; requires it where one is. */
    static void bindLanes(JdbcEvidenceConnection connection, RunKey run, int lanes) throws SQLException {
        String sql = "UPDATE trellara.snapshot_runs SET lanes = coalesce(lanes, ?)" + THIS_RUN;
        connection.query(sql).number(lanes).key(run).update();
        int recorded = connection
                .query("SELECT lanes FROM trellara.snapshot_runs" + THIS_RUN)
                .key(run)
                .first(row -> row.getInt(1))
                .orElseThrow(() -> HandoffException.bug("run " + run, "no row under its own lock", "a row"));
        if (recorded != lanes) {
            throw new HandoffException(new Finding(
                    ErrorCode.RUN_MISMATCH,
                    "stream.lanes",
                    lanes + ", and a run that was started with " + recorded,
                    "the number of lanes that the run was started with",
                    "set stream.lanes to " + recorded + ", or start a new run"));
        }
    }

    /** Raises the fence by one and returns it (R6). */
    static long raiseFence(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql =
                "UPDATE trellara.snapshot_runs SET fence = fence + 1, revision = revision + 1, updated_at = current_timestamp(6)"
                        + THIS_RUN;
        connection.query(sql).key(run).update();
        return connection
                .query("SELECT fence FROM trellara.snapshot_runs" + THIS_RUN)
                .key(run)
                .first(row -> row.getLong(1))
                .orElseThrow(() -> HandoffException.bug("run " + run, "no row after its insert", "a row"));
    }

    /** Gives a run within a run its parent's fence; the caller holds the parent's row. */
    static void takeFence(JdbcEvidenceConnection connection, RunKey child, long fence) throws SQLException {
        connection
                .query(
                        "UPDATE trellara.snapshot_runs SET fence = ?, revision = revision + 1, updated_at = current_timestamp(6)"
                                + THIS_RUN)
                .number(fence)
                .key(child)
                .update();
    }

    /** Writes the draft where the fence is still {@code fence}; the caller holds the row's lock. */
    static void save(JdbcEvidenceConnection connection, RunDraft draft, long fence) throws SQLException {
        RunRecord run = draft.record();
        int changed = connection
                .query("UPDATE trellara.snapshot_runs SET state = ?, source_identity = ?, slot_name = ?,"
                        + " consistent_lsn = ?, current_relation = ?, copied_rows = ?, failure_code = ?,"
                        + " failure_reason = ?, stream_position = ?, stream_checkpoint_id = ?, last_sink_halt = ?,"
                        + " forwarded_changes = ?, suppressed_changes = ?, replayed_changes = ?, revision = revision + 1, updated_at = current_timestamp(6)"
                        + THIS_RUN + " AND fence = ?")
                .text(run.state().text())
                .text(run.sourceIdentity())
                .text(run.slotName())
                .lsn(run.consistentLsn())
                .text(run.currentRelation())
                .number(run.copiedRows())
                .text(run.failureCode())
                .text(run.failureReason())
                .lsn(run.streamPosition())
                .number(run.streamCheckpointId())
                .number(run.lastSinkHalt())
                .number(run.changes().forwarded())
                .number(run.changes().suppressed())
                .number(run.changes().replayed())
                .key(run.run())
                .number(fence)
                .update();
        if (changed != 1) {
            throw HandoffException.bug("run " + run.run(), changed + " rows under its own lock", "one row");
        }
        for (RunDraft.Move move : draft.moves()) {
            append(connection, run.run(), move, fence);
        }
    }

    /**
     * Writes the draft's state, failure and moves alone, for one who is not the run's writer: fence and revision stay.
     * The caller holds the row's lock.
     */
    static void saveState(JdbcEvidenceConnection connection, RunDraft draft) throws SQLException {
        if (draft.moves().isEmpty()) {
            return;
        }
        RunRecord run = draft.record();
        connection
                .query("UPDATE trellara.snapshot_runs SET state = ?, failure_code = ?, failure_reason = ?,"
                        + " updated_at = current_timestamp(6)" + THIS_RUN)
                .text(run.state().text())
                .text(run.failureCode())
                .text(run.failureReason())
                .key(run.run())
                .update();
        for (RunDraft.Move move : draft.moves()) {
            append(connection, run.run(), move, run.fence());
        }
    }

    static List<Transition> transitions(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        String sql = "SELECT from_state, to_state, at, fence, reason, code FROM trellara.run_transitions" + THIS_RUN
                + " ORDER BY id";
        return connection
                .query(sql)
                .key(run)
                .list(row -> new Transition(
                        state(row.getString("from_state")),
                        state(row.getString("to_state")),
                        JdbcEvidenceQuery.instant(row, "at").orElseThrow(),
                        row.getLong("fence"),
                        JdbcEvidenceQuery.text(row, "reason"),
                        JdbcEvidenceQuery.text(row, "code")));
    }

    private static void append(JdbcEvidenceConnection connection, RunKey run, RunDraft.Move move, long fence)
            throws SQLException {
        connection
                .query("INSERT INTO trellara.run_transitions"
                        + " (source_id, dataset_id, run_id, from_state, to_state, fence, reason, code, at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .key(run)
                .text(move.from().text())
                .text(move.to().text())
                .number(fence)
                .text(move.reason())
                .text(move.code())
                .moment(JdbcEvidenceClock.now(connection, run))
                .update();
    }

    static RunRecord row(ResultSet row) throws SQLException {
        return new RunRecord(
                new RunKey(row.getString("source_id"), row.getString("dataset_id"), row.getString("run_id")),
                state(row.getString("state")),
                row.getLong("fence"),
                row.getString("schedule"),
                JdbcEvidenceQuery.text(row, "source_identity"),
                JdbcEvidenceQuery.text(row, "slot_name"),
                JdbcEvidenceQuery.lsn(row, "consistent_lsn"),
                JdbcEvidenceQuery.text(row, "current_relation"),
                row.getLong("copied_rows"),
                JdbcEvidenceQuery.text(row, "failure_code"),
                JdbcEvidenceQuery.text(row, "failure_reason"),
                JdbcEvidenceQuery.lsn(row, "stream_position"),
                JdbcEvidenceQuery.number(row, "stream_checkpoint_id"),
                row.getLong("last_sink_halt"),
                new ChangeCounts(
                        row.getLong("forwarded_changes"),
                        row.getLong("suppressed_changes"),
                        row.getLong("replayed_changes")),
                JdbcEvidenceQuery.instant(row, "started_at").orElseThrow(),
                JdbcEvidenceQuery.instant(row, "updated_at").orElseThrow());
    }

    private static RunState state(String text) {
        return RunState.valueOf(text.toUpperCase(Locale.ROOT));
    }
}

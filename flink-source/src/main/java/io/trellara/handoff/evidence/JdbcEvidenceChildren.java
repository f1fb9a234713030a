package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** SQL of runs within a run. */
final class JdbcEvidenceChildren {
    private JdbcEvidenceChildren() {}

    /** As planned, bound to the parent's source. */
    private static void insert(JdbcEvidenceConnection connection, RunKey parent, RunKey child, ChildKind kind)
            throws SQLException {
        connection
                .query(
                        "INSERT INTO trellara.snapshot_runs (source_id, dataset_id, run_id, state, schedule, source_kind,"
                                + " source_identity, lanes, parent_run_id, kind)"
                                + " SELECT source_id, dataset_id, ?, 'planned', schedule, source_kind,"
                                + " source_identity, lanes, run_id, ? FROM trellara.snapshot_runs"
                                + " WHERE source_id = ? AND dataset_id = ? AND run_id = ?")
                .text(child.runId())
                .text(kind.text())
                .key(parent)
                .update();
    }

    /** A run within a run, and the fence of the parent's writer that takes it over. */
    record Taken(RunKey parent, RunKey child, ChildKind kind, long fence) {}

    /** Puts it under the fence; the caller holds the parent's row. */
    static void take(JdbcEvidenceConnection connection, Taken taken) throws SQLException {
        require(connection, taken.parent(), taken.child(), taken.kind());
        JdbcEvidenceRuns.takeFence(connection, taken.child(), taken.fence());
    }

    /** Makes it with its plan where it is not there, and answers its request; the caller holds the parent's row. */
    static void plan(JdbcEvidenceConnection connection, Taken taken, ChildPlan plan) throws SQLException {
        if (JdbcEvidenceRuns.find(connection, taken.child()).isEmpty()) {
            insert(connection, taken.parent(), taken.child(), taken.kind());
        }
        take(connection, taken);
        if (JdbcEvidenceRelations.all(connection, taken.child()).isEmpty()) {
            if (plan.kind() == ChildKind.REFRESHED) {
                JdbcEvidenceRelations.retire(
                        connection, taken.parent(), plan.schema().relation());
            }
            List<ChunkRecord> planned = new ArrayList<>();
            plan.chunks().forEach((id, range) -> planned.add(ChunkRecord.planned(id, range)));
            JdbcEvidenceRelations.insert(connection, taken.child(), plan.schema(), planned.size());
            JdbcEvidenceChunks.insert(connection, taken.child(), planned);
        }
        JdbcEvidenceControls.answer(connection, taken.parent(), ControlAnswer.taken(plan.request(), taken.child()));
    }

    /** Requires that {@code child} is the parent's, and of that kind. */
    private static void require(JdbcEvidenceConnection connection, RunKey parent, RunKey child, ChildKind kind)
            throws SQLException {
        Optional<ChildRun> found = of(connection, parent).stream()
                .filter(c -> c.run().run().equals(child) && c.kind() == kind)
                .findFirst();
        if (found.isEmpty()) {
            throw new HandoffException(new Finding(
                    ErrorCode.EVIDENCE_CONFLICT,
                    "run " + child,
                    "no such run, or another one's",
                    "a run of kind " + kind.text() + " within " + parent,
                    "report this with the run's evidence; it is a defect"));
        }
    }

    static List<ChildRun> of(JdbcEvidenceConnection connection, RunKey parent) throws SQLException {
        String sql = "SELECT " + JdbcEvidenceRuns.COLUMNS + ", kind FROM trellara.snapshot_runs"
                + " WHERE source_id = ? AND dataset_id = ? AND parent_run_id = ?";
        return connection
                .query(sql)
                .key(parent)
                .list(row -> new ChildRun(
                        JdbcEvidenceRuns.row(row),
                        parent.runId(),
                        ChildKind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT))))
                .stream()
                .sorted(Comparator.comparingLong(ChildRun::request))
                .toList();
    }
}

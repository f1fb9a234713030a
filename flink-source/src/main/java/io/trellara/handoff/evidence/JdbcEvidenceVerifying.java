package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * A verification's beginning and end, each in one transaction that holds the run's row. The verifier is not the run's
 * writer: it takes the fence that is there, and leaves the revision as it is, from which a writer that lost the answer
 * to its commit tells whether it was <em>its own</em> that was committed.
 */
final class JdbcEvidenceVerifying {
    private static final Set<RunState> COPIED =
            EnumSet.of(RunState.STREAM_HANDOFF_READY, RunState.STREAMING, RunState.VERIFIED);
    private static final Set<ControlKind> COPYING =
            EnumSet.of(ControlKind.RECOPY, ControlKind.REFRESH, ControlKind.ADD);

    /** Has a run, or one within it, of which the rows are {@code p}. */
    private static final String WITHIN = " p.source_id = ? AND p.dataset_id = ? AND p.run_id IN (SELECT r.run_id"
            + " FROM trellara.snapshot_runs r WHERE r.source_id = ? AND r.dataset_id = ?"
            + " AND ? IN (r.run_id, r.parent_run_id))";

    private JdbcEvidenceVerifying() {}

    static long begin(JdbcEvidenceConnection connection, RunKey run, OptionalLong base, String requestedBy)
            throws SQLException {
        RunRecord row = locked(connection, run);
        boolean streams = row.state() == RunState.STREAMING
                || row.state() == RunState.VERIFIED
                || (row.state() == RunState.FAILED_RECOVERABLE && hasStreamed(connection, run));
        if (!streams) {
            throw tooEarly(
                    "run " + run,
                    "state " + row.state().text(),
                    "a run that streams",
                    "wait until handoff status says streaming");
        }
        Set<String> copying = new TreeSet<>(copiedSince(connection, run, Long.MAX_VALUE));
        JdbcEvidenceControls.all(connection, run).stream()
                .filter(control ->
                        control.open() && COPYING.contains(control.request().kind()))
                .forEach(control ->
                        control.request().relation().ifPresent(relation -> copying.add(relation.toString())));
        if (!copying.isEmpty()) {
            throw tooEarly(
                    "run " + run,
                    "relations that are being copied again: " + String.join(", ", copying),
                    "no copy under way beside the stream",
                    "wait until handoff status shows their requests done, then verify again");
        }
        return JdbcEvidenceVerifications.insert(connection, run, base, requestedBy);
    }

    static RunState conclude(JdbcEvidenceConnection connection, VerificationOutcome outcome) throws SQLException {
        RunKey run = JdbcEvidenceVerifications.find(connection, outcome.id()).run();
        RunRecord row = locked(connection, run);
        VerificationRecord before = JdbcEvidenceVerifications.find(connection, outcome.id());
        if (before.verdict() != Verdict.RUNNING) {
            requireSame(JdbcEvidenceVerifications.outcome(connection, before), outcome);
            return row.state();
        }
        requireUndisturbed(connection, run, outcome);
        JdbcEvidenceVerifications.conclude(connection, run, outcome);
        RunDraft draft = new RunDraft(row);
        boolean whole = named(outcome).containsAll(carried(connection, run))
                && !divergedSince(connection, run, before.startedAt());
        if (VerificationMoves.walks(row, outcome.verdict(), whole)) {
            JdbcEvidenceHandoff.record(
                    connection, run, draft.requireBoundary(), JdbcEvidenceHandoff.copied(connection, run));
        }
        VerificationMoves.apply(draft, outcome, whole);
        JdbcEvidenceRuns.saveState(connection, draft);
        return draft.state();
    }

    /**
     * A relation that was copied again, or has left the dataset, while it was compared: its rows were not there for a
     * while, or nobody keeps them any more, so that nothing is proven of it.
     */
    private static void requireUndisturbed(JdbcEvidenceConnection connection, RunKey run, VerificationOutcome outcome)
            throws SQLException {
        if (outcome.verdict() != Verdict.VERIFIED && outcome.verdict() != Verdict.DIVERGED) {
            return;
        }
        Set<String> disturbed = new TreeSet<>(copiedSince(connection, run, outcome.id()));
        List<String> carried = carried(connection, run);
        List<String> found = named(outcome).stream()
                .filter(relation -> disturbed.contains(relation) || !carried.contains(relation))
                .toList();
        if (!found.isEmpty()) {
            throw tooEarly(
                    "verification " + outcome.id(),
                    "relations that were copied again or removed meanwhile: " + String.join(", ", found),
                    "relations that stay as they are while they are compared",
                    "verify again once handoff status shows no copy under way");
        }
    }

    /**
     * The relations of runs within the run whose copies were under way at some time since the verification began, or
     * are now: a copy that was under way then has ended since by a move of its own.
     */
    private static List<String> copiedSince(JdbcEvidenceConnection connection, RunKey run, long verification)
            throws SQLException {
        String copied = JdbcEvidenceQuery.in(COPIED);
        JdbcEvidenceQuery query = connection
                .query("SELECT p.relation FROM trellara.snapshot_table_progress p JOIN trellara.snapshot_runs c"
                        + " ON c.source_id = p.source_id AND c.dataset_id = p.dataset_id AND c.run_id = p.run_id"
                        + " WHERE c.source_id = ? AND c.dataset_id = ? AND c.parent_run_id = ?"
                        + " AND ((p.state <> 'retired' AND c.state NOT IN " + copied + ")"
                        + " OR EXISTS (SELECT 1 FROM trellara.run_transitions t JOIN trellara.verification_runs v"
                        + " ON t.at >= v.started_at WHERE v.id = ? AND t.to_state IN " + copied
                        + " AND t.source_id = c.source_id AND t.dataset_id = c.dataset_id AND t.run_id = c.run_id))")
                .key(run);
        COPIED.forEach(state -> query.text(state.text()));
        query.number(verification);
        COPIED.forEach(state -> query.text(state.text()));
        return query.list(found -> found.getString(1));
    }

    /** What was found while this one was under way may be newer than what it has read. */
    private static boolean divergedSince(JdbcEvidenceConnection connection, RunKey run, Instant begun)
            throws SQLException {
        return JdbcEvidenceVerifications.of(connection, run).stream()
                .filter(other -> other.verdict() == Verdict.DIVERGED)
                .anyMatch(other -> !other.finishedAt().orElse(Instant.MIN).isBefore(begun));
    }

    private static List<String> named(VerificationOutcome outcome) {
        return outcome.relations().stream()
                .map(relation -> relation.relation().toString())
                .toList();
    }

    private static List<String> carried(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection
                .query("SELECT p.relation FROM trellara.snapshot_table_progress p WHERE p.state <> 'retired' AND"
                        + WITHIN)
                .text(run.sourceId())
                .text(run.datasetId())
                .key(run)
                .list(row -> row.getString(1));
    }

    private static boolean hasStreamed(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return JdbcEvidenceRuns.transitions(connection, run).stream()
                .anyMatch(transition -> transition.to() == RunState.STREAMING);
    }

    private static RunRecord locked(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return JdbcEvidenceRuns.lock(connection, run)
                .orElseThrow(() -> new HandoffException(new Finding(
                        ErrorCode.RUN_MISSING, "run " + run, "no row", "a run that streams", "start it first")))
                .row();
    }

    private static void requireSame(VerificationOutcome recorded, VerificationOutcome now) {
        if (!recorded.equals(now)) {
            throw new HandoffException(new Finding(
                    ErrorCode.EVIDENCE_CONFLICT,
                    "verification " + now.id(),
                    "another outcome than " + recorded.verdict().text() + ", which is recorded",
                    "one conclusion for each verification",
                    "verify again"));
        }
    }

    private static HandoffException tooEarly(String object, String observed, String required, String remedy) {
        return new HandoffException(new Finding(ErrorCode.VERIFY_TOO_EARLY, object, observed, required, remedy));
    }
}

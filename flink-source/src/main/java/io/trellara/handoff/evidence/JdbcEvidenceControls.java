package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** SQL of {@code run_controls}. */
final class JdbcEvidenceControls {
    private static final String SELECT = "SELECT id, source_id, dataset_id, run_id, kind, relation, chunks, wave_rows,"
            + " chunk_rows, rows_per_second, requested_by, requested_at, state, child_run_id, code, reason, answered_at"
            + " FROM trellara.run_controls WHERE source_id = ? AND dataset_id = ? AND run_id = ?";

    private JdbcEvidenceControls() {}

    static long insert(JdbcEvidenceConnection connection, ControlRequest request) throws SQLException {
        EvidenceSql sql = connection.sql();
        JdbcEvidenceQuery query = connection
                .query("INSERT INTO trellara.run_controls (source_id, dataset_id, run_id, kind, relation, chunks,"
                        + " wave_rows, chunk_rows, rows_per_second, requested_by)"
                        + " VALUES (?, ?, ?, ?, ?, " + sql.numbersParameter() + ", ?, ?, ?, ?)")
                .key(request.run())
                .text(request.kind().text())
                .text(request.relation().map(Relation::toString))
                .text(request.chunks().isEmpty() ? Optional.empty() : Optional.of(sql.numbers(request.chunks())))
                .number(request.tuning().waveRows())
                .number(request.tuning().chunkRows())
                .number(request.tuning().rowsPerSecond())
                .text(request.requestedBy());
        return query.insert();
    }

    static List<ControlRecord> all(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection.query(SELECT + " ORDER BY id").key(run).list(JdbcEvidenceControls::row);
    }

    /** By their state, not by the highest id seen: an id may be given out before and committed after another one. */
    static List<ControlRecord> requested(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection
                .query(SELECT + " AND state = 'requested' ORDER BY id")
                .key(run)
                .list(JdbcEvidenceControls::row);
    }

    /** Compares and sets; the same answer again changes nothing. */
    static void answer(JdbcEvidenceConnection connection, RunKey run, ControlAnswer answer) throws SQLException {
        ControlRecord found = connection
                .query(SELECT + " AND id = ? FOR UPDATE")
                .key(run)
                .number(answer.id())
                .first(JdbcEvidenceControls::row)
                .orElseThrow(() -> conflict(run, answer, "no row"));
        if (found.state() == answer.state()) {
            return;
        }
        boolean forward = found.open() && answer.state() != ControlState.REQUESTED;
        if (!forward) {
            throw conflict(run, answer, found.state().text());
        }
        connection
                .query("UPDATE trellara.run_controls SET state = ?, child_run_id = coalesce(child_run_id, ?),"
                        + " code = ?, reason = ?, answered_at = current_timestamp(6) WHERE id = ?")
                .text(answer.state().text())
                .text(answer.child().map(RunKey::runId))
                .text(answer.code())
                .text(answer.reason())
                .number(answer.id())
                .update();
    }

    private static ControlRecord row(ResultSet row) throws SQLException {
        RunKey run = new RunKey(row.getString("source_id"), row.getString("dataset_id"), row.getString("run_id"));
        Tuning tuning = new Tuning(
                JdbcEvidenceQuery.number(row, "wave_rows"),
                JdbcEvidenceQuery.number(row, "chunk_rows"),
                JdbcEvidenceQuery.number(row, "rows_per_second"));
        ControlRequest request = new ControlRequest(
                run,
                ControlKind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                JdbcEvidenceQuery.text(row, "relation").map(Relation::parse),
                JdbcEvidenceQuery.text(row, "chunks")
                        .map(EvidenceSql::readNumbers)
                        .orElse(List.of()),
                tuning,
                row.getString("requested_by"));
        return new ControlRecord(
                row.getLong("id"),
                request,
                JdbcEvidenceQuery.instant(row, "requested_at").orElseThrow(),
                ControlState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                JdbcEvidenceQuery.text(row, "child_run_id")
                        .map(child -> new RunKey(run.sourceId(), run.datasetId(), child)),
                JdbcEvidenceQuery.text(row, "code"),
                JdbcEvidenceQuery.text(row, "reason"),
                JdbcEvidenceQuery.instant(row, "answered_at"));
    }

    private static HandoffException conflict(RunKey run, ControlAnswer answer, String found) {
        return new HandoffException(new Finding(
                ErrorCode.EVIDENCE_CONFLICT,
                "run " + run + ", request " + answer.id(),
                found,
                "a request that " + answer.state().text() + " may follow",
                "report this with the run's evidence; it is a defect"));
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The time that is written beside a run's moves and verifications. The database's clock may step back (NTP, a server
 * that took another's place), or have been read before a lock was waited for: what is written later is never earlier.
 * The caller holds the run's row, so that nobody else writes meanwhile.
 */
final class JdbcEvidenceClock {
    /**
     * Of the run, of those within it, and of its and its parent's verifications: copies are told from looks by the
     * times of both.
     */
    private static final String LATEST = """
            SELECT greatest(current_timestamp(6), %s) AS now_at FROM (
                SELECT r.started_at AS at FROM trellara.snapshot_runs r
                    WHERE r.source_id = ? AND r.dataset_id = ? AND r.run_id = ?
                UNION ALL SELECT t.at FROM trellara.run_transitions t JOIN trellara.snapshot_runs r
                    ON r.source_id = t.source_id AND r.dataset_id = t.dataset_id AND r.run_id = t.run_id
                    WHERE r.source_id = ? AND r.dataset_id = ? AND ? IN (r.run_id, r.parent_run_id)
                UNION ALL SELECT coalesce(greatest(v.started_at, v.finished_at), v.started_at)
                    FROM trellara.verification_runs v JOIN trellara.snapshot_runs r
                    ON r.source_id = v.source_id AND r.dataset_id = v.dataset_id
                        AND v.run_id IN (r.run_id, r.parent_run_id)
                    WHERE r.source_id = ? AND r.dataset_id = ? AND r.run_id = ?) found""";

    private JdbcEvidenceClock() {}

    /** Behind every move and every verification, begun or ended, that is recorded. */
    static Instant now(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection
                .query(LATEST.formatted(connection.sql().behind("max(found.at)")))
                .key(run)
                .key(run)
                .key(run)
                .first(row -> JdbcEvidenceQuery.instant(row, "now_at").orElseThrow())
                .orElseThrow();
    }
}

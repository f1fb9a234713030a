package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** SQL of {@code verification_runs} and {@code verification_tables}. */
final class JdbcEvidenceVerifications {
    private static final String SELECT = "SELECT id, source_id, dataset_id, run_id, mode, verdict, boundary,"
            + " until_position, rounds, compared_rows, hot_keys, reason, started_at, finished_at, requested_by,"
            + " evidence_sha256, base_id, since_position, compared_ranges, all_ranges FROM trellara.verification_runs";

    private JdbcEvidenceVerifications() {}

    static long insert(JdbcEvidenceConnection connection, RunKey run, OptionalLong base, String requestedBy)
            throws SQLException {
        return connection
                .query("INSERT INTO trellara.verification_runs (source_id, dataset_id, run_id, mode, base_id,"
                        + " requested_by, started_at) VALUES (?, ?, ?, ?, ?, ?, ?)")
                .key(run)
                .text(VerificationScope.on(base).mode())
                .number(base)
                .text(requestedBy)
                .moment(JdbcEvidenceClock.now(connection, run))
                .insert();
    }

    static List<VerificationRecord> of(JdbcEvidenceConnection connection, RunKey run) throws SQLException {
        return connection
                .query(SELECT + " WHERE source_id = ? AND dataset_id = ? AND run_id = ? ORDER BY id DESC")
                .key(run)
                .list(JdbcEvidenceVerifications::row);
    }

    static VerificationRecord find(JdbcEvidenceConnection connection, long id) throws SQLException {
        return connection
                .query(SELECT + " WHERE id = ?")
                .number(id)
                .first(JdbcEvidenceVerifications::row)
                .orElseThrow(() -> new HandoffException(new Finding(
                        ErrorCode.EVIDENCE_CONFLICT,
                        "verification " + id,
                        "no row",
                        "the row that was made when it began",
                        "report this with the run's evidence; it is a defect")));
    }

    static List<VerifiedRelation> relations(JdbcEvidenceConnection connection, long id) throws SQLException {
        return connection
                .query("SELECT relation, form, source_rows, target_rows, chunks, missing, extra, different, set_aside,"
                        + " source_digest, target_digest, divergent_chunks FROM trellara.verification_tables"
                        + " WHERE verification_id = ? ORDER BY "
                        + connection.sql().byBytes("relation"))
                .number(id)
                .list(JdbcEvidenceVerifications::relation);
    }

    /**
     * Writes the outcome, its relations first; the digest is over what the database then holds. The caller holds the
     * run's row, so that nobody else concludes.
     */
    static void conclude(JdbcEvidenceConnection connection, RunKey run, VerificationOutcome outcome)
            throws SQLException {
        EvidenceSql sql = connection.sql();
        connection
                .query("INSERT INTO trellara.verification_tables (verification_id, relation, form, source_rows,"
                        + " target_rows, chunks, missing, extra, different, set_aside, source_digest, target_digest,"
                        + " divergent_chunks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " + sql.numbersParameter()
                        + ")")
                .number(outcome.id())
                .updateEach(outcome.relations(), (query, relation) -> bind(query, relation, sql));
        connection
                .query("UPDATE trellara.verification_runs SET boundary = ?, until_position = ?, rounds = ?,"
                        + " compared_rows = ?, hot_keys = ?, reason = ?, since_position = ?, compared_ranges = ?,"
                        + " all_ranges = ?, finished_at = ? WHERE id = ?")
                .lsn(outcome.boundary())
                .lsn(outcome.until())
                .number(outcome.rounds())
                .number(outcome.comparedRows())
                .number(outcome.hotKeys())
                .text(outcome.reason())
                .lsn(outcome.scope().since())
                .number(outcome.scope().compared())
                .number(outcome.scope().all())
                .moment(JdbcEvidenceClock.now(connection, run))
                .number(outcome.id())
                .update();
        VerificationRecord written = find(connection, outcome.id()).concluded(outcome.verdict());
        connection
                .query("UPDATE trellara.verification_runs SET verdict = ?, evidence_sha256 = ? WHERE id = ?")
                .text(outcome.verdict().text())
                .text(VerificationDigest.sha256(written, relations(connection, outcome.id())))
                .number(outcome.id())
                .update();
    }

    /** What was concluded before. */
    static VerificationOutcome outcome(JdbcEvidenceConnection connection, VerificationRecord concluded)
            throws SQLException {
        return new VerificationOutcome(
                concluded.id(),
                concluded.verdict(),
                concluded.boundary(),
                concluded.until(),
                concluded.rounds(),
                concluded.hotKeys(),
                concluded.reason(),
                relations(connection, concluded.id()),
                concluded.scope());
    }

    private static void bind(JdbcEvidenceQuery query, VerifiedRelation relation, EvidenceSql sql) {
        query.text(relation.relation().toString())
                .text(relation.form())
                .number(relation.sourceRows())
                .number(relation.targetRows())
                .number(relation.chunks())
                .number(relation.missing())
                .number(relation.extra())
                .number(relation.different())
                .number(relation.setAside())
                .text(relation.sourceDigest())
                .text(relation.targetDigest())
                .text(sql.numbers(relation.divergentChunks()));
    }

    private static VerificationRecord row(ResultSet row) throws SQLException {
        return new VerificationRecord(
                row.getLong("id"),
                new RunKey(row.getString("source_id"), row.getString("dataset_id"), row.getString("run_id")),
                row.getString("mode"),
                Verdict.parse(row.getString("verdict")),
                JdbcEvidenceQuery.lsn(row, "boundary"),
                JdbcEvidenceQuery.lsn(row, "until_position"),
                row.getInt("rounds"),
                row.getLong("compared_rows"),
                row.getLong("hot_keys"),
                JdbcEvidenceQuery.text(row, "reason"),
                JdbcEvidenceQuery.instant(row, "started_at").orElseThrow(),
                JdbcEvidenceQuery.instant(row, "finished_at"),
                row.getString("requested_by"),
                JdbcEvidenceQuery.text(row, "evidence_sha256"),
                new VerificationScope(
                        JdbcEvidenceQuery.number(row, "base_id"),
                        JdbcEvidenceQuery.lsn(row, "since_position"),
                        row.getInt("compared_ranges"),
                        row.getInt("all_ranges")));
    }

    private static VerifiedRelation relation(ResultSet row) throws SQLException {
        return new VerifiedRelation(
                Relation.parse(row.getString("relation")),
                row.getString("form"),
                row.getLong("source_rows"),
                row.getLong("target_rows"),
                row.getInt("chunks"),
                row.getLong("missing"),
                row.getLong("extra"),
                row.getLong("different"),
                row.getLong("set_aside"),
                row.getString("source_digest"),
                row.getString("target_digest"),
                Optional.ofNullable(row.getString("divergent_chunks"))
                        .map(EvidenceSql::readNumbers)
                        .orElse(List.of()));
    }
}

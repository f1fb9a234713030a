package io.trellara.handoff.evidence;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The SHA-256 of a concluded verification, by which an edited row shows. It is over a text of lines
 * {@code column=value}, each ended by a line feed, in UTF-8: first the columns of {@code verification_runs} in the
 * order below, then for each relation, by schema and name, those of {@code verification_tables}. A column without a
 * value is a line without {@code =}; backslash and line feed in a value are written {@code \\} and {@code \n}; times
 * are ISO-8601 in UTC, numbers of chunks are joined by commas. The lines {@code base_id} and {@code since_position} are
 * left out where there is no value, {@code compared_ranges} and {@code all_ranges} where the latter is 0. Pure.
 */
public final class VerificationDigest {
    private final StringBuilder text = new StringBuilder();

    private VerificationDigest() {}

    /** The digest of a verification and its relations, as {@code evidence_sha256} holds it: 64 hexadecimal digits. */
    public static String sha256(VerificationRecord verification, List<VerifiedRelation> relations) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest(text(verification, relations).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The text that is digested; it leaves out the recorded digest, and nothing else. */
    public static String text(VerificationRecord verification, List<VerifiedRelation> relations) {
        VerificationDigest digest = new VerificationDigest();
        digest.add(verification);
        relations.stream()
                .sorted(Comparator.comparing(VerifiedRelation::relation))
                .forEach(digest::add);
        return digest.text.toString();
    }

    private void add(VerificationRecord row) {
        line("id", row.id());
        line("source_id", row.run().sourceId());
        line("dataset_id", row.run().datasetId());
        line("run_id", row.run().runId());
        line("mode", row.mode());
        line("verdict", row.verdict().text());
        line("boundary", row.boundary());
        line("until_position", row.until());
        line("rounds", row.rounds());
        line("compared_rows", row.comparedRows());
        line("hot_keys", row.hotKeys());
        line("reason", row.reason());
        line("requested_by", row.requestedBy());
        line("started_at", row.startedAt());
        line("finished_at", row.finishedAt());
        // Verifications that were made before these columns keep their digests.
        row.scope().base().ifPresent(base -> line("base_id", base));
        row.scope().since().ifPresent(since -> line("since_position", since));
        if (row.scope().all() > 0) {
            line("compared_ranges", row.scope().compared());
            line("all_ranges", row.scope().all());
        }
    }

    private void add(VerifiedRelation row) {
        line("relation", row.relation());
        line("form", row.form());
        line("source_rows", row.sourceRows());
        line("target_rows", row.targetRows());
        line("chunks", row.chunks());
        line("missing", row.missing());
        line("extra", row.extra());
        line("different", row.different());
        line("set_aside", row.setAside());
        line("source_digest", row.sourceDigest());
        line("target_digest", row.targetDigest());
        line(
                "divergent_chunks",
                row.divergentChunks().stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    private void line(String column, Object value) {
        line(column, Optional.of(value));
    }

    private void line(String column, Optional<?> value) {
        text.append(column);
        value.ifPresent(present ->
                text.append('=').append(present.toString().replace("\\", "\\\\").replace("\n", "\\n")));
        text.append('\n');
    }
}

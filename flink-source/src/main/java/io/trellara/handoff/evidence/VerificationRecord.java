package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of {@code verification_runs}: a verification of a run (design §11).
 *
 * @param mode full or incremental
 * @param verdict running until it is concluded, and for ever where the verifier was killed; nothing changes after
 * @param boundary of its last round's view
 * @param until changes up to here were set aside
 * @param comparedRows rows of the source that were compared
 * @param hotKeys keys that were changed in every round, and so stayed undecided
 * @param evidenceSha256 over the row and those of its relations ({@link VerificationDigest}); empty while it runs
 * @param scope what had to be compared
 */
public record VerificationRecord(
        long id,
        RunKey run,
        String mode,
        Verdict verdict,
        Optional<Position> boundary,
        Optional<Position> until,
        int rounds,
        long comparedRows,
        long hotKeys,
        Optional<String> reason,
        Instant startedAt,
        Optional<Instant> finishedAt,
        String requestedBy,
        Optional<String> evidenceSha256,
        VerificationScope scope) {
    /** All relations of the run, whole. */
    public static final String FULL = "full";

    /** Only what has changed since the last verification. */
    public static final String INCREMENTAL = "incremental";

    /** The same with a verdict. */
    VerificationRecord concluded(Verdict concluded) {
        return new VerificationRecord(
                id,
                run,
                mode,
                concluded,
                boundary,
                until,
                rounds,
                comparedRows,
                hotKeys,
                reason,
                startedAt,
                finishedAt,
                requestedBy,
                evidenceSha256,
                scope);
    }
}

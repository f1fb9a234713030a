package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a verification had to compare.
 *
 * @param base the verification that it builds on: what the stream has not touched since was not compared again. Empty
 *     where everything was
 * @param since a later one that builds on this one compares what was touched after this: the view of the first round.
 *     Empty where that was not recorded
 * @param compared ranges
 * @param all the ranges of its relations, compared or not; 0 where that was not recorded
 */
public record VerificationScope(OptionalLong base, Optional<Position> since, int compared, int all) {
    /** Everything, and nothing more is known. */
    public static final VerificationScope ALL = new VerificationScope(OptionalLong.empty(), Optional.empty(), 0, 0);

    /** What a verification that has just begun knows. */
    public static VerificationScope on(OptionalLong base) {
        return new VerificationScope(base, Optional.empty(), 0, 0);
    }

    /** The column's word. */
    public String mode() {
        return base.isPresent() ? VerificationRecord.INCREMENTAL : VerificationRecord.FULL;
    }
}

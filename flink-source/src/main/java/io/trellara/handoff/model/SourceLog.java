package io.trellara.handoff.model;

import java.util.OptionalLong;

/**
 * How the source's log stood to a run at a moment; what the source does not tell is absent.
 *
 * @param behindBytes log between the run's position and its end
 * @param behindMillis for how long at least it has gone beyond the run's position
 * @param keptBytes log that the source keeps from the run on
 * @param limitBytes where the source gives the run up, in kept bytes
 * @param limitMillis the age at which the source removes its log
 */
public record SourceLog(
        OptionalLong behindBytes,
        OptionalLong behindMillis,
        OptionalLong keptBytes,
        OptionalLong limitBytes,
        OptionalLong limitMillis) {
    /** The source was not asked, or did not answer. */
    public static final SourceLog UNKNOWN = new SourceLog(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());

    /** The same with an age. */
    public SourceLog behindFor(OptionalLong millis) {
        return new SourceLog(behindBytes, millis, keptBytes, limitBytes, limitMillis);
    }
}

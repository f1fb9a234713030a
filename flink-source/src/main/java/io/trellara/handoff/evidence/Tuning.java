package io.trellara.handoff.evidence;

import java.util.OptionalLong;

/**
 * Sizes and pace of a copy, as far as an operator has set them.
 *
 * @param waveRows rows of the waves that are still to be opened
 * @param chunkRows rows of a chunk in plans that are still to be made
 * @param rowsPerSecond over all readers; 0 for no limit
 */
public record Tuning(OptionalLong waveRows, OptionalLong chunkRows, OptionalLong rowsPerSecond) {
    public static final Tuning NONE = new Tuning(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    /** This one where {@code later} says nothing. */
    public Tuning then(Tuning later) {
        return new Tuning(
                later.waveRows.isPresent() ? later.waveRows : waveRows,
                later.chunkRows.isPresent() ? later.chunkRows : chunkRows,
                later.rowsPerSecond.isPresent() ? later.rowsPerSecond : rowsPerSecond);
    }
}

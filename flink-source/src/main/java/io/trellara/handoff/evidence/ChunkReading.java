package io.trellara.handoff.evidence;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who read a chunk last, and when. The times are the database's: they are there where the chunk was read from it.
 *
 * @param reader its number among the readers
 * @param claimedAt of the last claim
 * @param copiedAt when it became durable
 */
public record ChunkReading(OptionalInt reader, Optional<Instant> claimedAt, Optional<Instant> copiedAt) {
    /** Nobody yet, or not known: the run began before this was recorded. */
    public static final ChunkReading NONE = new ChunkReading(OptionalInt.empty(), Optional.empty(), Optional.empty());

    /** A claim for a reader. */
    public static ChunkReading by(int reader) {
        return new ChunkReading(OptionalInt.of(reader), Optional.empty(), Optional.empty());
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.ChunkAttempt;
import io.trellara.handoff.model.ChunkId;
import io.trellara.handoff.model.KeyRange;
import io.trellara.handoff.model.Position;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A row of {@code snapshot_chunks}, and the pure rules by which it moves (R2, R4, R5).
 *
 * @param wave of the last membership or claim
 * @param firstFloor floor of the first wave it was claimed in; while a member, of that wave
 * @param boundary of the view of the last claim
 * @param gate changes covered by it are suppressed once the chunk is copied; set at claim, never later than the
 *     boundary
 * @param attempts claims so far; never start over
 * @param checkpointId the Flink checkpoint that made it durable
 * @param reading who read it last, and when
 */
public record ChunkRecord(
        ChunkId id,
        KeyRange range,
        ChunkState state,
        OptionalInt wave,
        Optional<Position> firstFloor,
        Optional<Position> boundary,
        Optional<Position> gate,
        int attempts,
        long copiedRows,
        long bytes,
        OptionalLong checkpointId,
        ChunkReading reading) {

    /** The wave, as a column's value. */
    OptionalLong waveNumber() {
        return value(wave);
    }

    /** The reader's number, as a column's value. */
    OptionalLong readerNumber() {
        return value(reading.reader());
    }

    private static OptionalLong value(OptionalInt number) {
        return number.isPresent() ? OptionalLong.of(number.getAsInt()) : OptionalLong.empty();
    }

    /** A chunk as the plan makes it. */
    public static ChunkRecord planned(ChunkId id, KeyRange range) {
        return new ChunkRecord(
                id,
                range,
                ChunkState.PLANNED,
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0,
                0,
                OptionalLong.empty(),
                ChunkReading.NONE);
    }

    /** Taken into a wave; keeps the floor of its first claim. */
    public ChunkRecord member(int intoWave, Position floor) {
        require(state == ChunkState.PLANNED || state == ChunkState.CLAIMED, "member");
        return new ChunkRecord(
                id,
                range,
                state == ChunkState.CLAIMED ? ChunkState.CLAIMED : ChunkState.MEMBER,
                OptionalInt.of(intoWave),
                Optional.of(firstFloor.orElse(floor)),
                boundary,
                gate,
                attempts,
                0,
                0,
                OptionalLong.empty(),
                reading);
    }

    /** A member of a lost wave that was never claimed: planned again, and without a floor (R2). */
    public ChunkRecord released() {
        require(state == ChunkState.MEMBER && attempts == 0, "planned");
        return planned(id, range);
    }

    /**
     * Claimed for a read in the view at {@code view}: one attempt more. The first claim's gate is the boundary; a claim
     * in another view than the last one replays from the first floor (R5).
     */
    public ChunkRecord claimed(Position view) {
        require(state == ChunkState.MEMBER || state == ChunkState.CLAIMED, "claimed");
        boolean otherView = attempts > 0 && !boundary.equals(Optional.of(view));
        Position before = gate.orElse(view);
        Position next = otherView ? firstFloor.orElseThrow().common(before) : before.common(view);
        return new ChunkRecord(
                id,
                range,
                ChunkState.CLAIMED,
                wave,
                firstFloor,
                Optional.of(view),
                Optional.of(next),
                attempts + 1,
                0,
                0,
                OptionalLong.empty(),
                ChunkReading.NONE);
    }

    /** The same claim with the number of the reader that it is for. */
    public ChunkRecord by(int reader) {
        return with(ChunkReading.by(reader));
    }

    /** The same without times, which the database alone sets. */
    ChunkRecord withoutTimes() {
        return with(new ChunkReading(reading.reader(), Optional.empty(), Optional.empty()));
    }

    private ChunkRecord with(ChunkReading other) {
        return new ChunkRecord(
                id, range, state, wave, firstFloor, boundary, gate, attempts, copiedRows, bytes, checkpointId, other);
    }

    /** Durable (R4). */
    public ChunkRecord copied(long rows, long byteCount, long checkpoint) {
        require(state == ChunkState.CLAIMED, "copied");
        return new ChunkRecord(
                id,
                range,
                ChunkState.COPIED,
                wave,
                firstFloor,
                boundary,
                gate,
                attempts,
                rows,
                byteCount,
                OptionalLong.of(checkpoint),
                reading);
    }

    /** The attempt under way or done. */
    public ChunkAttempt attempt() {
        return new ChunkAttempt(id, attempts);
    }

    private void require(boolean holds, String next) {
        if (!holds) {
            throw HandoffException.bug(
                    "chunk " + id,
                    state.text() + " after " + attempts + " attempts",
                    "a state that " + next + " may follow");
        }
    }
}

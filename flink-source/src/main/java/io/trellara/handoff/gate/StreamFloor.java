package io.trellara.handoff.gate;

import io.trellara.handoff.model.Commit;
import io.trellara.handoff.model.Position;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far the stream may emit: what the {@code first_floor}s of all members not yet durable have in common (R2). No
 * such chunk: no floor. One thread.
 */
public final class StreamFloor {
    /** Until the coordinator has granted a floor, or none, nothing is admitted. */
    private boolean granted;

    private @Nullable Position floor;

    /** Sets the floor; empty lifts it. */
    public void set(Optional<Position> newFloor) {
        granted = true;
        floor = newFloor.orElse(null);
    }

    /** Lowers the floor to what the stream has reached. */
    public void lowerTo(Position reached) {
        Position now = floor;
        floor = now == null ? reached : reached.common(now);
    }

    /** Whether that transaction may be emitted. */
    public boolean admits(Commit commit) {
        Position now = floor;
        return granted && (now == null || now.covers(commit));
    }

    /** The position that a stream at {@code from} has come to at {@code end}: never beyond the floor (R7). */
    public Position advance(Position from, Position end) {
        if (!granted) {
            return from;
        }
        Position now = floor;
        return from.with(now == null ? end : end.common(now));
    }
}

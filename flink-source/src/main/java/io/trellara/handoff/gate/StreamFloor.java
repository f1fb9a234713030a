package io.trellara.handoff.gate;

import io.trellara.handoff.model.Lsn;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far the stream may emit: the smallest {@code first_floor} of all members not yet durable (R2). No such chunk: no
 * floor. Written by the task thread, read by the fetcher.
 */
public final class StreamFloor {
    private volatile @Nullable Lsn floor;

    /** A floor that admits nothing, until the coordinator has granted one. */
    public StreamFloor() {
        this.floor = Lsn.ZERO;
    }

    /** Sets the floor; empty lifts it. */
    public void set(Optional<Lsn> granted) {
        floor = granted.orElse(null);
    }

    /** Whether a transaction with that commit LSN may be emitted. */
    public boolean admits(long commit) {
        Lsn now = floor;
        return now == null || now.covers(commit);
    }

    /** The position, or the floor where that is lower: keepalive positions are capped at the floor (R7). */
    public Lsn cap(Lsn position) {
        Lsn now = floor;
        return now == null ? position : position.min(now);
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.BinlogPosition;
import io.trellara.handoff.model.Position;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of {@code snapshot_waves}.
 *
 * @param boundary the view's; empty until it is open, and for MySQL, where each reader opens a view of its own
 * @param outcome copied or lost; empty while open
 */
public record WaveRecord(
        int wave,
        Position floor,
        Optional<Position> boundary,
        Instant openedAt,
        Optional<Instant> closedAt,
        Optional<String> outcome) {
    /** Whether a chunk may be claimed at that boundary: the wave's, or that of a reader's own view above the floor. */
    public boolean admits(Position claimed) {
        return boundary.map(claimed::equals).orElse(claimed instanceof BinlogPosition && claimed.covers(floor));
    }
}

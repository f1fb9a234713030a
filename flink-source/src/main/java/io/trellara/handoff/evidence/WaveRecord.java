package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Position;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of {@code snapshot_waves}.
 *
 * @param outcome copied or lost; empty while open
 */
public record WaveRecord(
        int wave,
        Position floor,
        Optional<Position> boundary,
        Instant openedAt,
        Optional<Instant> closedAt,
        Optional<String> outcome) {}

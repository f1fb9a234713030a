package io.trellara.handoff.evidence;

import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.SourceLog;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of {@code run_samples}: what a run was like at a moment. Counts are those since its beginning.
 *
 * @param log how the source's log stood to the run's durable position
 */
public record RunSample(
        Instant at,
        RunState state,
        long copiedRows,
        long bytesCopied,
        ChangeCounts changes,
        Optional<Position> streamPosition,
        SourceLog log) {}

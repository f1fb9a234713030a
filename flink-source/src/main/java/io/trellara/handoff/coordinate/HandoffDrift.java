package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.Blocker;
import io.trellara.handoff.evidence.ChunkRecord;
import java.util.List;

/** What stands against a handoff, as the evidence and as an operator get to see it. Pure. */
final class HandoffDrift {
    private HandoffDrift() {}

    /** A contract that has changed (R9). */
    static Blocker blocker(Finding finding) {
        return new Blocker(finding.code().label(), finding.object(), finding.observed(), finding.remedy());
    }

    static HandoffException blocked(List<Blocker> blockers) {
        return new HandoffException(
                blockers.stream()
                        .map(b -> new Finding(
                                ErrorCode.HANDOFF_BLOCKED, b.object(), b.detail(), "no blocker", b.recovery()))
                        .toList(),
                null);
    }

    /** What a reader has read and what the sink has applied are not the same (R4). */
    static HandoffException miscounted(ChunkRecord chunk, long applied) {
        return new HandoffException(new Finding(
                ErrorCode.CHUNK_COUNT_MISMATCH,
                "chunk " + chunk.attempt(),
                applied + " rows applied at the target",
                chunk.copiedRows() + " rows, as read",
                "check that checkpoints are aligned and that nothing stands between source and sink; then resume"));
    }
}

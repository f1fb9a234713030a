package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the evidence itself lacks for a handoff: all of it at once. Pure. */
final class HandoffBlockers {
    private final List<Blocker> found = new ArrayList<>();

    private HandoffBlockers() {}

    /** The blockers of a run with this boundary and these relations; empty when every row was copied and counted. */
    static List<Blocker> of(String run, Optional<Position> boundary, List<CopiedRelation> relations) {
        HandoffBlockers blockers = new HandoffBlockers();
        if (boundary.isEmpty()) {
            blockers.add(
                    ErrorCode.BOUNDARY_MISSING,
                    "run " + run,
                    "the run has no boundary (R1)",
                    "start a new run; rows without a boundary cannot be paired with a stream");
        }
        if (relations.isEmpty()) {
            blockers.add(
                    ErrorCode.EVIDENCE_INCOMPLETE,
                    "run " + run,
                    "no relation is recorded",
                    "resume the run, so that its plan is recorded");
        }
        relations.stream()
                .filter(relation -> !relation.retired())
                .forEach(relation -> blockers.check(relation, boundary));
        return List.copyOf(blockers.found);
    }

    private void check(CopiedRelation copied, Optional<Position> boundary) {
        if (copied.chunksRecorded() != copied.chunksTotal()) {
            add(
                    ErrorCode.EVIDENCE_INCOMPLETE,
                    copied.relation(),
                    copied.chunksRecorded() + " chunk rows of " + copied.chunksTotal() + " planned",
                    "start a new run; evidence was removed from this one");
        }
        if (copied.chunksCopied() < copied.chunksTotal()) {
            add(
                    ErrorCode.COPY_INCOMPLETE,
                    copied.relation(),
                    copied.chunksCopied() + " of " + copied.chunksTotal() + " chunks are copied",
                    "let the job run on, or resume it");
        }
        if (copied.rowsCounted() != copied.rowsInChunks()) {
            add(
                    ErrorCode.EVIDENCE_INCOMPLETE,
                    copied.relation(),
                    copied.rowsCounted() + " rows counted, " + copied.rowsInChunks() + " in the chunks",
                    "start a new run; the evidence of this one was changed");
        }
        boolean covered = boundary.isEmpty() || copied.boundaries().stream().allMatch(b -> b.covers(boundary.get()));
        if (!covered) {
            add(
                    ErrorCode.VIEW_BELOW_FLOOR,
                    copied.relation(),
                    "a chunk was read at " + copied.smallestBoundary() + ", below the run's boundary",
                    "report this with the run's evidence; it is a defect");
        }
    }

    private void add(ErrorCode code, Relation relation, String detail, String recovery) {
        add(code, relation.toString(), detail, recovery);
    }

    private void add(ErrorCode code, String object, String detail, String recovery) {
        found.add(new Blocker(code.label(), object, detail, recovery));
    }
}

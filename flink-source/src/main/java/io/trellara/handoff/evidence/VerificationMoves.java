package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * What a verification's outcome does to its run's state, by the one table of moves. Pure.
 *
 * <ul>
 *   <li>verified: a streaming run is {@code verified}; one that had failed with a proven divergence walks there through
 *       every state between, since nothing else stands against it.
 *   <li>diverged: a streaming or verified run has failed with DIVERGENCE_PROVEN; one that had failed so before takes
 *       the newer reason. Its stream goes on.
 *   <li>verified of some relations only: the state stays.
 *   <li>Any other verdict, and a run that has halted with another code, or is on its way from its last resume: the
 *       state stays.
 * </ul>
 */
final class VerificationMoves {
    private static final List<RunState> BACK =
            List.of(RunState.COPYING_TABLE, RunState.COPY_COMPLETE, RunState.STREAM_HANDOFF_READY, RunState.STREAMING);

    private VerificationMoves() {}

    /** Whether the run is to walk forward again from a proven divergence; it needs its handoff events then. */
    static boolean walks(RunRecord run, Verdict verdict, boolean whole) {
        return verdict == Verdict.VERIFIED && whole && run.divergenceProven();
    }

    /** @param whole whether every relation of the run was compared: a part of it proves no more than a divergence */
    static void apply(RunDraft draft, VerificationOutcome outcome, boolean whole) {
        switch (outcome.verdict()) {
            case VERIFIED -> {
                if (whole) {
                    verified(draft, "verification " + outcome.id() + " converged");
                }
            }
            case DIVERGED -> diverged(draft, outcome.reasonText());
            case INCONCLUSIVE, FAILED, RUNNING -> {
                // nothing was proven
            }
        }
    }

    private static void verified(RunDraft draft, String reason) {
        if (draft.record().divergenceProven()) {
            BACK.forEach(state -> draft.moveTo(state, Optional.of(reason), Optional.empty()));
        }
        if (draft.state() == RunState.STREAMING) {
            draft.moveTo(RunState.VERIFIED, Optional.of(reason), Optional.empty());
        }
    }

    private static void diverged(RunDraft draft, String reason) {
        if (draft.state() == RunState.STREAMING
                || draft.state() == RunState.VERIFIED
                || draft.record().divergenceProven()) {
            draft.fail(ErrorCode.DIVERGENCE_PROVEN.label(), reason);
        }
    }
}

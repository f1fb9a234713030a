package io.trellara.handoff.demo;

import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.job.progress.RunFacts;
import io.trellara.handoff.model.Position;

/** The moments that the demo waits for, as questions to the evidence. Pure. */
final class DemoFacts {
    private DemoFacts() {}

    /** Rows are being copied, or were. */
    static boolean copies(RunFacts facts) {
        return facts.state().compareTo(RunState.COPYING_TABLE) >= 0;
    }

    /** The share of chunks that are copied, durably. */
    static double copiedShare(RunFacts facts) {
        return facts.chunksTotal() == 0 ? 0 : 1.0 * facts.chunksCopied() / facts.chunksTotal();
    }

    static boolean copyIsComplete(RunFacts facts) {
        return facts.state().compareTo(RunState.COPY_COMPLETE) >= 0;
    }

    static boolean streams(RunFacts facts) {
        boolean goesOn = facts.state() == RunState.STREAMING
                || facts.state() == RunState.VERIFIED
                || facts.run().divergenceProven();
        return goesOn && facts.run().streamPosition().isPresent();
    }

    /** Something was streamed since {@code position}, durably. */
    static boolean streamedBeyond(RunFacts facts, Position position) {
        return streams(facts)
                && !position(facts).equals(position)
                && position(facts).covers(position);
    }

    /** Everything that {@code end} covers is applied, durably. */
    static boolean streamedTo(RunFacts facts, Position end) {
        return streams(facts) && position(facts).covers(end);
    }

    /** Of a run that streams. */
    static Position position(RunFacts facts) {
        return facts.run().streamPosition().orElseThrow();
    }

    /** Of a run that copies or did. */
    static Position boundary(RunFacts facts) {
        return facts.run().consistentLsn().orElseThrow();
    }
}

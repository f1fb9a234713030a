package io.trellara.handoff.sink;

import io.trellara.handoff.model.RunKey;

/** The two rules that a writer cannot be right without, by name, so that a test can take one away. */
record WriterRules(GenerationFence fence, LaneReader lanes) {
    /** As they are in production. */
    static WriterRules of(RunKey run) {
        return new WriterRules(new SharedRowFence(run), new LedgerRows(run));
    }

    TargetTransaction transaction(TargetSession session, RunKey run) {
        return new TargetTransaction(session, fence, new Ledger(run, lanes), new AppliedRows(run));
    }
}

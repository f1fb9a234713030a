package io.trellara.handoff.sink;

import io.trellara.handoff.model.RunKey;
import java.sql.SQLException;

/** The two rules that a writer cannot be right without, by name, so that a test can take one away. */
record WriterRules(GenerationFence fence, LaneReader lanes) {
    /** As they are in production. */
    static WriterRules of(RunKey run) {
        return new WriterRules(new SharedRowFence(run), new LedgerRows(run));
    }

    TargetTransaction transaction(TargetDialect target, RunKey run) throws SQLException {
        Bookkeeping bookkeeping = target.bookkeeping();
        return new TargetTransaction(
                target.open(), fence, new Ledger(run, lanes, bookkeeping), new AppliedRows(run, bookkeeping));
    }
}

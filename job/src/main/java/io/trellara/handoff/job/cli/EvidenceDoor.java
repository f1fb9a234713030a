package io.trellara.handoff.job.cli;

import io.trellara.handoff.config.ConnectionConfig;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.JdbcEvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.job.JobConfig;
import io.trellara.handoff.migration.SchemaMigrations;
import io.trellara.handoff.model.RunKey;
import java.util.ArrayList;
import java.util.List;

/** How commands reach the evidence. */
final class EvidenceDoor {
    private EvidenceDoor() {}

    static JdbcEvidenceStore open(JobConfig config, String command) {
        ConnectionConfig evidence = config.source().evidence();
        return new JdbcEvidenceStore(
                evidence,
                "trellara-handoff " + command + " " + config.source().run().runId());
    }

    /** Brings both table sets up to date; the scripts that were applied. */
    static List<String> migrate(JobConfig config) {
        List<String> applied =
                new ArrayList<>(SchemaMigrations.migrateEvidence(config.source().evidence()));
        applied.addAll(SchemaMigrations.migrateTarget(config.sink().connection()));
        return applied;
    }

    /** @throws HandoffException RUN_MISSING */
    static RunRecord require(EvidenceStore store, RunKey run) {
        return store.run(run).orElseThrow(() -> missing(run));
    }

    static HandoffException missing(RunKey run) {
        return new HandoffException(new Finding(
                ErrorCode.RUN_MISSING,
                "run " + run,
                "no evidence of it",
                "a run that was started",
                "./handoff run --local starts it; check run.source, run.dataset and run.id"));
    }
}

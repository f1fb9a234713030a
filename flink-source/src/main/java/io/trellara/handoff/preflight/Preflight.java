package io.trellara.handoff.preflight;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.dialect.SlotStatus;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.model.RelationSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks source, evidence store and target before anything is changed: the one piece of code for the job's start and
 * for the command line. Read-only; a part that fails is a finding and keeps no other part from being checked. One
 * thread; blocks.
 */
public final class Preflight {
    private final SourceConfig config;
    private final Dialect dialect;
    private final EvidenceReader evidence;
    private final TargetCheck target;
    private final List<Finding> findings = new ArrayList<>();

    public Preflight(SourceConfig config, Dialect dialect, EvidenceReader evidence, TargetCheck target) {
        this.config = config;
        this.dialect = dialect;
        this.evidence = evidence;
        this.target = target;
    }

    /** Checks everything and says all that was found. */
    public PreflightReport check() {
        findings.clear();
        Optional<List<Finding>> source = part(dialect::check);
        source.ifPresent(findings::addAll);
        Optional<Optional<RunRecord>> run = part(this::run);
        // without evidence nobody can say whose rows and whose slot are found; judged as for a new run
        boolean fresh = run.isEmpty() || part(this::fresh).orElse(true);
        if (run.isPresent() && source.isPresent()) {
            part(dialect::slot).ifPresent(slot -> foreignSlot(run.get(), slot));
        }
        if (source.isPresent()) {
            target(fresh);
        }
        return new PreflightReport(config.run(), findings);
    }

    private Optional<RunRecord> run() {
        evidence.requireSchema();
        return evidence.run(config.run());
    }

    /** Whether no row can have reached the target: no chunk was ever claimed. */
    private boolean fresh() {
        return evidence.relations(config.run()).stream()
                .map(RelationRecord::firstChunkAt)
                .allMatch(Optional::isEmpty);
    }

    /** A slot of that name is this run's own only where the run meant to make it. */
    private void foreignSlot(Optional<RunRecord> run, Optional<SlotStatus> slot) {
        String name = config.replication().slot();
        boolean ours = run.flatMap(RunRecord::slotName).equals(Optional.of(name));
        boolean known = findings.stream().anyMatch(finding -> finding.code() == ErrorCode.SLOT_NAME_TAKEN);
        if (slot.isPresent() && !ours && !known) {
            findings.add(new Finding(
                    ErrorCode.SLOT_NAME_TAKEN,
                    "slot " + name,
                    "a slot of that name that this run did not make",
                    "no slot, or this run's own",
                    "set source.slot to a name of its own, or drop the slot where nobody needs it"));
        }
    }

    /** The target is asked for what the source's relations are now; where they cannot be told, that was found above. */
    private void target(boolean fresh) {
        part(dialect::presentSchemas).ifPresent(schemas -> targetOf(schemas, fresh));
    }

    private void targetOf(List<RelationSchema> schemas, boolean fresh) {
        part(() -> target.check(schemas, fresh)).ifPresent(findings::addAll);
    }

    private <T> Optional<T> part(Supplier<T> check) {
        try {
            return Optional.of(check.get());
        } catch (HandoffException e) {
            findings.addAll(e.findings());
            return Optional.empty();
        }
    }
}

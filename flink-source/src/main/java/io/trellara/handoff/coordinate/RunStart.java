package io.trellara.handoff.coordinate;

import io.trellara.handoff.config.SourceConfig;
import io.trellara.handoff.dialect.Dialect;
import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ChunkMove;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ChunkState;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunWriter;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.RunKey;
import io.trellara.handoff.preflight.Preflight;
import io.trellara.handoff.preflight.TargetCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The checks of a coordinator's start: whose run it is, and whether source, slot and target are still the run's own.
 */
final class RunStart {
    private final SourceConfig config;
    private final Dialect dialect;
    private final Optional<TargetControl> target;

    RunStart(SourceConfig config, Dialect dialect, Optional<TargetControl> target) {
        this.config = config;
        this.dialect = dialect;
        this.target = target;
    }

    RunOpening open(EvidenceStore evidence, RunWriter writer) {
        target.ifPresent(control -> requireNoSinkHalt(control, writer));
        requireNotHalted(writer.current());
        writer.bindLanes(config.stream().lanes());
        if (writer.current().consistentLsn().isEmpty()) {
            openFresh(evidence, writer);
        } else {
            requireSource(evidence, writer);
        }
        new DatasetChanges(config, dialect, target, new DatasetChanges.Evidence(evidence, writer)).apply();
        closeLostWaves(evidence, config.run(), writer);
        return reading(evidence, config.run(), writer);
    }

    /** Source and slot are still the run's own (R7, R8); asked at every start, and whenever readers come anew. */
    void requireSource(EvidenceReader evidence, RunWriter writer) {
        requireIdentity(evidence, writer);
        requireLog(writer.current());
    }

    static RunOpening reading(EvidenceReader evidence, RunKey run, RunWriter writer) {
        RunRecord record = writer.current();
        int nextWave =
                evidence.waves(run).stream().mapToInt(w -> w.wave() + 1).max().orElse(0);
        return new RunOpening(
                writer.fence(), record.state(), record.consistentLsn(), RunPlan.Part.read(evidence, run), nextWave);
    }

    /** The views of an earlier coordinator ended with it. */
    static void closeLostWaves(EvidenceReader evidence, RunKey run, RunWriter writer) {
        List<ChunkMove> released = evidence.chunks(run).stream()
                .filter(c -> c.state() == ChunkState.MEMBER && c.attempts() == 0)
                .map(c -> new ChunkMove(c, c.released()))
                .toList();
        for (WaveRecord wave : evidence.waves(run)) {
            if (wave.outcome().isEmpty()) {
                writer.closeWave(wave.wave(), true, released);
            }
        }
    }

    /** A new run: everything is checked before anything is changed. */
    private void openFresh(EvidenceReader evidence, RunWriter writer) {
        RunRecord record = writer.current();
        if (evidence.chunks(config.run()).stream().anyMatch(c -> c.copiedRows() > 0)) {
            throw new HandoffException(new Finding(
                    ErrorCode.BOUNDARY_MISSING,
                    "run " + config.run(),
                    "copied rows without a recorded boundary",
                    "the boundary before the first row (R1)",
                    "start a new run"));
        }
        boolean slotIntended = record.slotName().isPresent();
        if (!slotIntended) {
            refuse(evidence);
        }
        requireIdentity(evidence, writer);
        writer.intendSlot(config.replication().slot());
        if (slotIntended) {
            dialect.dropSlot();
        }
        dialect.ensurePublication();
    }

    /**
     * By the command line's own preflight. Before anything was changed even a server that does not answer is a refusal.
     */
    private void refuse(EvidenceReader evidence) {
        TargetCheck check = target.map(control -> (TargetCheck) control::check).orElse(TargetCheck.NONE);
        try {
            new Preflight(config, dialect, evidence, check).check().requirePassed();
        } catch (HandoffException refused) {
            throw new RunHalt(refused);
        }
    }

    private void requireIdentity(EvidenceReader evidence, RunWriter writer) {
        Identity answering = dialect.identity();
        Optional<Identity> recorded = writer.current().sourceIdentity().map(Identity::parse);
        Identity now = recorded.map(answering::succeeding).orElse(answering);
        Optional<Identity> earlier = recorded.filter(now::isLaterTimelineOf);
        if (earlier.isPresent()) {
            follow(earlier.get(), now, evidence, writer);
        } else {
            writer.bindSource(now.text());
        }
    }

    /** The source was promoted: the run follows where nothing that it has taken was lost, and its slot is there. */
    private void follow(Identity earlier, Identity now, EvidenceReader evidence, RunWriter writer) {
        RunRecord run = writer.current();
        TargetControl control = target.orElseThrow(() -> Failover.unproven(earlier, now));
        // First, so that no sink that was given up for dead applies more of the old timeline while we look (R6).
        control.raiseGeneration();
        List<ChunkRecord> chunks = new ArrayList<>(evidence.chunks(config.run()));
        List<WaveRecord> waves = new ArrayList<>(evidence.waves(config.run()));
        for (ChildRun child : evidence.children(config.run())) {
            chunks.addAll(evidence.chunks(child.run().run()));
            waves.addAll(evidence.waves(child.run().run()));
        }
        Optional<Position> ledger = Failover.ledger(run, control.ledgerEnd(), earlier, now);
        List<Failover.Taken> taken = Failover.taken(run, chunks, waves, ledger);
        Position left = Failover.require(earlier, now, dialect.history(now), taken);
        if (run.consistentLsn().isPresent()) {
            requireLog(run);
        }
        writer.followSource(now.text(), Failover.reason(earlier, now, left));
    }

    private void requireLog(RunRecord record) {
        dialect.requireLog(record.streamPosition().orElse(record.consistentLsn().orElseThrow()));
    }

    /** A proven divergence is no halt: the run goes on in that state, and carries its repair. */
    private static void requireNotHalted(RunRecord record) {
        if (record.halted()) {
            throw new HandoffException(new Finding(
                    ErrorCode.RUN_HALTED,
                    "run " + record.run(),
                    "a halt with " + record.failureCode().orElse("no code"),
                    "an operator's resume",
                    "mend the cause (handoff status names it), then handoff resume"));
        }
    }

    /** What a sink could not report otherwise becomes a halt of the run, once. */
    static void requireNoSinkHalt(TargetControl control, RunWriter writer) {
        List<TargetControl.SinkHalt> halts = control.halts(writer.current().lastSinkHalt());
        if (!halts.isEmpty()) {
            TargetControl.SinkHalt newest = halts.get(halts.size() - 1);
            writer.haltFromSink(newest.id(), newest.code(), newest.reason());
            requireNotHalted(writer.current());
        }
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A connection to the simulated evidence. */
final class SimulatedStore implements EvidenceStore {
    private final SimulatedEvidence evidence;

    SimulatedStore(SimulatedEvidence evidence) {
        this.evidence = evidence;
    }

    @Override
    public RunWriter open(RunKey run, String schedule, String sourceKind) {
        return new SimulatedWriter(evidence, evidence.open(schedule));
    }

    @Override
    public void requireSchema() {
        // it is this program's own
    }

    @Override
    public Optional<RunRecord> run(RunKey run) {
        return evidence.of(run).tables().map(SimulatedEvidence.Tables::row);
    }

    @Override
    public List<RunRecord> runs(String sourceId, String datasetId) {
        return run(evidence.present().row().run()).stream().toList();
    }

    @Override
    public List<RelationRecord> relations(RunKey run) {
        return List.of(); // asked for by the preflight only, to tell whether anything was claimed
    }

    @Override
    public Map<Relation, RelationSchema> schemas(RunKey run) {
        return evidence.of(run).present().schemas();
    }

    @Override
    public List<ChunkRecord> chunks(RunKey run) {
        return List.copyOf(evidence.of(run).present().chunks().values());
    }

    @Override
    public List<WaveRecord> waves(RunKey run) {
        return evidence.of(run).present().waves();
    }

    @Override
    public List<HandoffEvent> handoffEvents(RunKey run) {
        return evidence.of(run).present().events();
    }

    @Override
    public List<Transition> transitions(RunKey run) {
        return List.of(); // nobody asks in a run
    }

    @Override
    public <T> T atOneMoment(Supplier<T> reading) {
        return reading.get();
    }

    @Override
    public List<RunWait> waits(RunKey run) {
        return List.of(); // nor for these
    }

    @Override
    public List<StreamWindow> streamWindows(RunKey run) {
        return evidence.of(run).present().touched().windows();
    }

    @Override
    public List<StreamTouch> streamTouches(RunKey run) {
        return evidence.of(run).present().touched().touches();
    }

    @Override
    public List<RunSample> samples(RunKey run) {
        return List.of(); // nor for these
    }

    @Override
    public long request(ControlRequest request) {
        throw new UnsupportedOperationException("the coordinator asks for nothing here");
    }

    @Override
    public long beginVerification(RunKey run, OptionalLong base, String requestedBy) {
        throw new UnsupportedOperationException("nobody verifies here");
    }

    @Override
    public RunState concludeVerification(VerificationOutcome outcome) {
        throw new UnsupportedOperationException("nobody verifies here");
    }

    @Override
    public List<VerificationRecord> verifications(RunKey run) {
        return List.of(); // nobody verifies here
    }

    @Override
    public List<VerifiedRelation> verifiedRelations(long verificationId) {
        return List.of();
    }

    @Override
    public List<ChildRun> children(RunKey parent) {
        return evidence.childRuns();
    }

    @Override
    public List<ControlRecord> controls(RunKey run) {
        return evidence.controls();
    }

    @Override
    public List<ControlRecord> requested(RunKey run) {
        return evidence.controls().stream()
                .filter(control -> control.state() == ControlState.REQUESTED)
                .toList();
    }

    @Override
    public void close() {
        // nothing is open
    }
}

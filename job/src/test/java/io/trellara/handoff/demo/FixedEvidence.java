package io.trellara.handoff.demo;

import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.StreamTouch;
import io.trellara.handoff.evidence.StreamWindow;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.ChangeCounts;
import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Evidence of a run that never moves. */
record FixedEvidence(RunState state, Optional<Position> position) implements EvidenceReader {
    @Override
    public void requireSchema() {}

    @Override
    public Optional<RunRecord> run(RunKey run) {
        boolean failed = state == RunState.FAILED_RECOVERABLE;
        return Optional.of(new RunRecord(
                run,
                state,
                1,
                "copy-then-stream",
                Optional.empty(),
                Optional.of("slot"),
                Optional.of(new Lsn(16)),
                Optional.empty(),
                100,
                failed ? Optional.of("HANDOFF-4002 SLOT_MISSING") : Optional.empty(),
                failed ? Optional.of("the slot is gone") : Optional.empty(),
                position,
                OptionalLong.empty(),
                0,
                ChangeCounts.NONE,
                Instant.EPOCH,
                Instant.EPOCH));
    }

    @Override
    public List<RunRecord> runs(String sourceId, String datasetId) {
        return List.of();
    }

    @Override
    public List<ChildRun> children(RunKey parent) {
        return List.of();
    }

    @Override
    public List<ControlRecord> controls(RunKey run) {
        return List.of();
    }

    @Override
    public List<ControlRecord> requested(RunKey run) {
        return List.of();
    }

    @Override
    public List<RelationRecord> relations(RunKey run) {
        Relation relation = new Relation("shop", "orders");
        return List.of(new RelationRecord(
                relation,
                "copying",
                100,
                Optional.empty(),
                4,
                1,
                1000,
                0,
                "f",
                "id",
                Optional.empty(),
                Optional.empty()));
    }

    @Override
    public Map<Relation, RelationSchema> schemas(RunKey run) {
        return Map.of();
    }

    @Override
    public List<ChunkRecord> chunks(RunKey run) {
        return List.of();
    }

    @Override
    public List<WaveRecord> waves(RunKey run) {
        return List.of();
    }

    @Override
    public List<HandoffEvent> handoffEvents(RunKey run) {
        return List.of();
    }

    @Override
    public List<Transition> transitions(RunKey run) {
        return List.of();
    }

    @Override
    public List<VerificationRecord> verifications(RunKey run) {
        return List.of();
    }

    @Override
    public List<VerifiedRelation> verifiedRelations(long verificationId) {
        return List.of();
    }

    @Override
    public <T> T atOneMoment(Supplier<T> reading) {
        return reading.get();
    }

    @Override
    public List<RunWait> waits(RunKey run) {
        return List.of();
    }

    @Override
    public List<StreamWindow> streamWindows(RunKey run) {
        return List.of();
    }

    @Override
    public List<StreamTouch> streamTouches(RunKey run) {
        return List.of();
    }

    @Override
    public List<RunSample> samples(RunKey run) {
        return List.of();
    }

    @Override
    public void close() {}
}

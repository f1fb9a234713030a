package io.trellara.handoff.job.progress;

import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.ControlsInForce;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.Identity;
import io.trellara.handoff.model.RunKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One reading of a run's evidence.
 *
 * @param relations in the evidence's order
 * @param waves by number
 * @param children the runs within it, oldest first
 * @param controls what operators have asked, in their order
 * @param verifications newest first
 * @param waits by their beginnings; those that are over included
 */
public record RunFacts(
        RunRecord run,
        List<RelationRecord> relations,
        List<WaveRecord> waves,
        List<HandoffEvent> events,
        List<Child> children,
        List<ControlRecord> controls,
        List<Verification> verifications,
        List<RunWait> waits) {
    public RunFacts {
        waits = List.copyOf(waits);
        verifications = List.copyOf(verifications);
        children = List.copyOf(children);
        controls = List.copyOf(controls);
        relations = List.copyOf(relations);
        waves = List.copyOf(waves);
        events = List.copyOf(events);
    }

    /** A run without runs within it, of which nothing was asked and nothing verified. */
    public RunFacts(RunRecord run, List<RelationRecord> relations, List<WaveRecord> waves, List<HandoffEvent> events) {
        this(run, relations, waves, events, List.of(), List.of(), List.of(), List.of());
    }

    /** A run within the run, and its relation's counters. */
    public record Child(ChildRun run, List<RelationRecord> relations) {
        public Child {
            relations = List.copyOf(relations);
        }
    }

    /** A verification, and the relations that it has proven to differ. */
    public record Verification(VerificationRecord row, List<VerifiedRelation> differing) {
        public Verification {
            differing = List.copyOf(differing);
        }
    }

    /** All of one moment; empty where there is no such run. */
    public static Optional<RunFacts> read(EvidenceReader evidence, RunKey key) {
        return evidence.atOneMoment(() -> readNow(evidence, key));
    }

    private static Optional<RunFacts> readNow(EvidenceReader evidence, RunKey key) {
        return evidence.run(key)
                .map(run -> new RunFacts(
                        run,
                        evidence.relations(key),
                        evidence.waves(key),
                        evidence.handoffEvents(key),
                        children(evidence, key),
                        evidence.controls(key),
                        verifications(evidence, key),
                        evidence.waits(key)));
    }

    private static List<Verification> verifications(EvidenceReader evidence, RunKey key) {
        return evidence.verifications(key).stream()
                .map(row -> new Verification(
                        row,
                        row.verdict() == Verdict.DIVERGED
                                ? evidence.verifiedRelations(row.id()).stream()
                                        .filter(relation -> relation.differences() > 0)
                                        .toList()
                                : List.of()))
                .toList();
    }

    private static List<Child> children(EvidenceReader evidence, RunKey key) {
        return evidence.children(key).stream()
                .map(child -> new Child(child, evidence.relations(child.run().run())))
                .toList();
    }

    /** What it waits for by name, as its coordinator saw it last; the longest wait first. */
    public List<RunWait> openWaits() {
        return run.halted() ? List.of() : waits.stream().filter(RunWait::open).toList();
    }

    /** When anything was written of it last. */
    public Instant lastWritten() {
        return waits.stream()
                .map(wait -> wait.span().seenAt())
                .filter(run.updatedAt()::isBefore)
                .max(Comparator.naturalOrder())
                .orElse(run.updatedAt());
    }

    /** Whether an operator has paused the copy. */
    public boolean paused() {
        return ControlsInForce.of(controls).paused();
    }

    /** Whether each reader opens views of its own, so that a wave has no boundary: the source is a MySQL. */
    public boolean ownViews() {
        return run.sourceIdentity().map(Identity::parse).filter(Identity::mysql).isPresent();
    }

    public RunState state() {
        return run.state();
    }

    public int chunksTotal() {
        return carried().mapToInt(RelationRecord::chunksTotal).sum();
    }

    public int chunksCopied() {
        return carried().mapToInt(RelationRecord::chunksCopied).sum();
    }

    /** Relations that the run itself still carries. */
    private Stream<RelationRecord> carried() {
        return relations.stream().filter(relation -> !relation.retired());
    }

    public long copiedRows() {
        return relations.stream().mapToLong(RelationRecord::copiedRows).sum();
    }

    public long copiedBytes() {
        return relations.stream().mapToLong(RelationRecord::bytesCopied).sum();
    }

    /** The wave that is open now. */
    public Optional<WaveRecord> openWave() {
        return waves.stream().filter(wave -> wave.closedAt().isEmpty()).findFirst();
    }
}

package io.trellara.handoff.report;

import io.trellara.handoff.evidence.ChildRun;
import io.trellara.handoff.evidence.ChunkRecord;
import io.trellara.handoff.evidence.ControlRecord;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunSample;
import io.trellara.handoff.evidence.RunWait;
import io.trellara.handoff.evidence.Transition;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Optional;

/**
 * All that the evidence says of a run.
 *
 * @param own what the run's own rows say
 * @param children the runs within it, oldest first
 * @param controls what operators have asked, in their order
 * @param samples what it was like over time, oldest first
 * @param verifications newest first
 * @param waits the last of each kind, by their beginnings
 */
public record ReportFacts(
        Part own,
        List<Child> children,
        List<ControlRecord> controls,
        List<RunSample> samples,
        List<Verification> verifications,
        List<RunWait> waits) {
    public ReportFacts {
        waits = List.copyOf(waits);
        children = List.copyOf(children);
        controls = List.copyOf(controls);
        samples = List.copyOf(samples);
        verifications = List.copyOf(verifications);
    }

    /** A run that has waited for nobody. */
    public ReportFacts(
            Part own,
            List<Child> children,
            List<ControlRecord> controls,
            List<RunSample> samples,
            List<Verification> verifications) {
        this(own, children, controls, samples, verifications, List.of());
    }

    /** What one run's rows say. */
    public record Part(
            RunRecord run,
            List<RelationRecord> relations,
            List<ChunkRecord> chunks,
            List<WaveRecord> waves,
            List<HandoffEvent> events,
            List<Transition> transitions) {
        public Part {
            relations = List.copyOf(relations);
            chunks = List.copyOf(chunks);
            waves = List.copyOf(waves);
            events = List.copyOf(events);
            transitions = List.copyOf(transitions);
        }

        private static Part read(EvidenceReader evidence, RunRecord run) {
            RunKey key = run.run();
            return new Part(
                    run,
                    evidence.relations(key),
                    evidence.chunks(key),
                    evidence.waves(key),
                    evidence.handoffEvents(key),
                    evidence.transitions(key));
        }

        long copiedRows() {
            return relations.stream().mapToLong(RelationRecord::copiedRows).sum();
        }

        long bytesCopied() {
            return relations.stream().mapToLong(RelationRecord::bytesCopied).sum();
        }

        long erasedRows() {
            return relations.stream().mapToLong(RelationRecord::erasedRows).sum();
        }

        int retriedChunks() {
            return (int) chunks.stream().filter(chunk -> chunk.attempts() > 1).count();
        }
    }

    /** A run within the run. */
    public record Child(ChildRun run, Part part) {}

    /** A verification, and what it found of each relation. */
    public record Verification(VerificationRecord run, List<VerifiedRelation> relations) {
        public Verification {
            relations = List.copyOf(relations);
        }
    }

    /** Reads it, all of one moment; empty where there is no such run. */
    public static Optional<ReportFacts> read(EvidenceReader evidence, RunKey key) {
        return evidence.atOneMoment(() -> readNow(evidence, key));
    }

    private static Optional<ReportFacts> readNow(EvidenceReader evidence, RunKey key) {
        return evidence.run(key)
                .map(run -> new ReportFacts(
                        Part.read(evidence, run),
                        evidence.children(key).stream()
                                .map(child -> new Child(child, Part.read(evidence, child.run())))
                                .toList(),
                        evidence.controls(key),
                        evidence.samples(key),
                        evidence.verifications(key).stream()
                                .map(one -> new Verification(one, evidence.verifiedRelations(one.id())))
                                .toList(),
                        evidence.waits(key)));
    }

    RunRecord run() {
        return own.run();
    }

    Optional<RunSample> newestSample() {
        return samples.isEmpty() ? Optional.empty() : Optional.of(samples.get(samples.size() - 1));
    }
}

package io.trellara.handoff.job.progress;

import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.HandoffEvent;
import io.trellara.handoff.evidence.RelationRecord;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import io.trellara.handoff.evidence.WaveRecord;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Optional;

/**
 * One reading of a run's evidence.
 *
 * @param relations in the evidence's order
 * @param waves by number
 */
public record RunFacts(
        RunRecord run, List<RelationRecord> relations, List<WaveRecord> waves, List<HandoffEvent> events) {
    public RunFacts {
        relations = List.copyOf(relations);
        waves = List.copyOf(waves);
        events = List.copyOf(events);
    }

    /** Empty where there is no such run. */
    public static Optional<RunFacts> read(EvidenceReader evidence, RunKey key) {
        return evidence.run(key)
                .map(run ->
                        new RunFacts(run, evidence.relations(key), evidence.waves(key), evidence.handoffEvents(key)));
    }

    public RunState state() {
        return run.state();
    }

    public int chunksTotal() {
        return relations.stream().mapToInt(RelationRecord::chunksTotal).sum();
    }

    public int chunksCopied() {
        return relations.stream().mapToInt(RelationRecord::chunksCopied).sum();
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

package io.trellara.handoff.evidence;

import io.trellara.handoff.model.Relation;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.model.RunKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the evidence; changes nothing. One thread. */
public interface EvidenceReader extends AutoCloseable {
    /** Requires the schema version this program was built for (EVIDENCE_SCHEMA_MISSING, EVIDENCE_SCHEMA_NEWER). */
    void requireSchema();

    Optional<RunRecord> run(RunKey run);

    /** All runs of the same source and dataset but those within another one, newest first. */
    List<RunRecord> runs(String sourceId, String datasetId);

    /** The runs within a run, oldest first. */
    List<ChildRun> children(RunKey parent);

    /** What operators have asked of the run, in the order of their requests. */
    List<ControlRecord> controls(RunKey run);

    /** Those of {@link #controls} that nobody has answered. */
    List<ControlRecord> requested(RunKey run);

    List<RelationRecord> relations(RunKey run);

    /** The contract as recorded in the first view, by relation; without relations that are retired. */
    Map<Relation, RelationSchema> schemas(RunKey run);

    /** Every chunk, ordered by relation and number. */
    List<ChunkRecord> chunks(RunKey run);

    List<WaveRecord> waves(RunKey run);

    List<HandoffEvent> handoffEvents(RunKey run);

    List<Transition> transitions(RunKey run);

    /**
     * The run's verifications, newest first. One whose verifier was killed stays {@link Verdict#RUNNING} for ever: it
     * is told by its age.
     */
    List<VerificationRecord> verifications(RunKey run);

    /** What a verification found of each relation; nothing while it runs. */
    List<VerifiedRelation> verifiedRelations(long verificationId);

    /** What the run waits for, and what it has waited for: the last wait of each kind, by their beginnings. */
    List<RunWait> waits(RunKey run);

    /** The parts of the log of which it is known what the stream touched, oldest first. */
    List<StreamWindow> streamWindows(RunKey run);

    /** What it touched, each with the newest window; of windows that are not known any more too. */
    List<StreamTouch> streamTouches(RunKey run);

    /** What the run was like over time, oldest first. */
    List<RunSample> samples(RunKey run);

    /**
     * Computes with all that is read meanwhile as of one moment, though the run moves on; nothing may be written in it.
     * After a transient failure it is computed again.
     */
    <T> T atOneMoment(Supplier<T> reading);

    @Override
    void close();
}

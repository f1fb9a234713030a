package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;

/** The evidence store: reads, and opens a run for writing. */
public interface EvidenceStore extends EvidenceReader {
    /**
     * Creates the run as {@code planned} where it does not exist, and raises its fence by one, so that every older
     * writer is stopped (R6).
     */
    RunWriter open(RunKey run, String schedule, String sourceKind);

    /**
     * Leaves a request for the run's coordinator and returns its id. Needs no fence: it changes nothing that is there.
     */
    long request(ControlRequest request);
}

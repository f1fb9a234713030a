package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;
import java.util.OptionalLong;

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

    /**
     * Records that a verification of the run begins and returns its id. Refused with VERIFY_TOO_EARLY where the run
     * does not stream yet, or copies relations again: both are named.
     *
     * @param base the verification that it builds on; empty where it compares everything
     */
    long beginVerification(RunKey run, OptionalLong base, String requestedBy);

    /**
     * Records how it ended, with the run's move, in one transaction: {@link Verdict#VERIFIED} makes a streaming run
     * verified, {@link Verdict#DIVERGED} a streaming or verified one failed_recoverable with DIVERGENCE_PROVEN, and a
     * run that had failed with that alone walks forward once it is verified. The same outcome again changes nothing,
     * another one is an EVIDENCE_CONFLICT. Either verdict is refused with VERIFY_TOO_EARLY, and nothing recorded, where
     * one of its relations was copied again or removed meanwhile; any other verdict may be recorded then. Needs no
     * fence, and raises none.
     *
     * @return the run's state after it
     */
    RunState concludeVerification(VerificationOutcome outcome);
}

package io.trellara.handoff.evidence;

import static io.trellara.handoff.evidence.EvidenceRun.LINES;
import static io.trellara.handoff.evidence.EvidenceRun.ORDERS;
import static io.trellara.handoff.evidence.EvidenceRun.RUN;

import io.trellara.handoff.model.Lsn;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Outcomes of verifications of {@link EvidenceRun}'s run. */
final class VerificationSamples {
    private static final Optional<Position> BOUNDARY = Optional.of(Lsn.parse("0/7000"));
    private static final Optional<Position> UNTIL = Optional.of(Lsn.parse("0/7800"));

    private VerificationSamples() {}

    static long begin(EvidenceStore store) {
        return store.beginVerification(RUN, OptionalLong.empty(), "ann");
    }

    /** Begins one and concludes it. */
    static RunState conclude(EvidenceStore store, Verdict verdict) {
        return store.concludeVerification(outcome(begin(store), verdict));
    }

    static VerificationOutcome outcome(long id, Verdict verdict) {
        return switch (verdict) {
            case VERIFIED ->
                new VerificationOutcome(
                        id, verdict, BOUNDARY, UNTIL, 2, 0, Optional.empty(), List.of(equal(ORDERS), equal(LINES)));
            case DIVERGED ->
                new VerificationOutcome(
                        id,
                        verdict,
                        BOUNDARY,
                        UNTIL,
                        3,
                        1,
                        Optional.of("orders differ\nand \\ more"),
                        List.of(different(ORDERS), equal(LINES)));
            case INCONCLUSIVE ->
                new VerificationOutcome(
                        id, verdict, BOUNDARY, UNTIL, 5, 7, Optional.of("7 hot keys"), List.of(equal(ORDERS)));
            case FAILED, RUNNING ->
                new VerificationOutcome(
                        id,
                        verdict,
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        0,
                        Optional.of("the source went away"),
                        List.of());
        };
    }

    static VerifiedRelation equal(Relation relation) {
        return new VerifiedRelation(relation, "plain-1", 20, 20, 2, 0, 0, 0, 3, "20:1:2", "20:1:2", List.of());
    }

    static VerifiedRelation different(Relation relation) {
        return new VerifiedRelation(relation, "plain-1", 20, 21, 2, 1, 2, 1, 3, "20:1:2", "21:3:4", List.of(0, 1));
    }
}

package io.trellara.handoff.verify;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.EvidenceReader;
import io.trellara.handoff.evidence.RunPlan;
import io.trellara.handoff.evidence.StreamTouch;
import io.trellara.handoff.evidence.StreamWindow;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationRecord;
import io.trellara.handoff.evidence.VerifiedRelation;
import io.trellara.handoff.model.Position;
import io.trellara.handoff.model.Relation;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An earlier verification that a later one builds on, and what has to be compared again: what the stream has touched
 * behind the earlier one's first view, by its own record. Where that record has a gap everything is. One thread.
 */
final class Incremental {
    private final EvidenceReader evidence;
    private final VerifyPlan plan;
    private final VerificationRecord base;
    private final LedgerWait wait;

    private Incremental(EvidenceReader evidence, VerifyPlan plan, VerificationRecord base, LedgerWait wait) {
        this.evidence = evidence;
        this.plan = plan;
        this.base = base;
        this.wait = wait;
    }

    /** @throws HandoffException VERIFY_NO_BASE where no verification can be built upon */
    static Incremental of(VerifyDoors doors, VerifyPlan plan, VerifyOptions options) {
        EvidenceReader evidence = doors.evidence();
        VerificationRecord base = evidence.verifications(plan.run()).stream()
                .filter(earlier -> earlier.verdict() == Verdict.VERIFIED)
                .filter(earlier -> earlier.scope().since().isPresent())
                .filter(earlier ->
                        relations(evidence, earlier).containsAll(plan.schemas().keySet()))
                .findFirst()
                .orElseThrow(() -> noBase(plan));
        return new Incremental(evidence, plan, base, LedgerWait.of(doors, plan.run(), options));
    }

    private static Set<Relation> relations(EvidenceReader evidence, VerificationRecord verification) {
        return evidence.verifiedRelations(verification.id()).stream()
                .map(VerifiedRelation::relation)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static HandoffException noBase(VerifyPlan plan) {
        return new HandoffException(new Finding(
                ErrorCode.VERIFY_NO_BASE,
                "run " + plan.run(),
                "no verification with the verdict verified, by this version, of all of "
                        + plan.schemas().keySet(),
                "one to build on",
                "verify once without --incremental"));
    }

    OptionalLong base() {
        return OptionalLong.of(base.id());
    }

    private Position since() {
        return base.scope().since().orElseThrow();
    }

    /** Whether the stream's record reaches back to the base without a gap; else says why everything is compared. */
    boolean bridges(VerifyListener listener) {
        boolean bridged = TouchedLog.read(evidence, plan.run()).bridge(since()).isPresent();
        if (!bridged) {
            listener.notes(gap());
        }
        return bridged;
    }

    private String gap() {
        return "everything is compared: the stream's record of what it has touched does not reach back to verification "
                + base.id() + " without a gap";
    }

    /**
     * What is to be compared in a view with that boundary; waits until the stream has recorded as much.
     *
     * @param watch is called about once a second meanwhile, and may throw
     */
    List<Piece> pieces(Position view, VerifyListener listener, Runnable watch) {
        listener.waits("the stream to record what it has touched up to " + view.shown());
        wait.untilRecorded(view, () -> TouchedLog.read(evidence, plan.run()).end(), watch);
        TouchedLog log = TouchedLog.read(evidence, plan.run());
        Optional<StreamWindow> first = log.bridge(since());
        if (first.isEmpty() || log.end().filter(end -> end.covers(view)).isEmpty()) {
            listener.notes(gap());
            return plan.pieces();
        }
        List<StreamTouch> touches = log.since(first.get());
        return TouchedPieces.of(RunPlan.read(evidence, plan.run()), touches, base.startedAt(), found())
                .of(plan.pieces());
    }

    /** What every verification has found that ended after the base had begun, whatever its verdict. */
    private List<VerifiedRelation> found() {
        return evidence.verifications(plan.run()).stream()
                .filter(other -> other.id() != base.id())
                .filter(other -> !other.finishedAt().orElse(Instant.MIN).isBefore(base.startedAt()))
                .flatMap(other -> evidence.verifiedRelations(other.id()).stream())
                .toList();
    }
}

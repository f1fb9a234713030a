package io.trellara.handoff.verify;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.Verdict;
import io.trellara.handoff.evidence.VerificationOutcome;
import io.trellara.handoff.evidence.VerificationScope;
import io.trellara.handoff.model.RelationSchema;
import io.trellara.handoff.verify.VerifyPlan.Piece;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Verifies a run's live target exactly: everything in the first round, or what the stream has touched since an earlier
 * verification, and in later ones the rows that differed and were changed meanwhile, until none is left or the rounds
 * are. The outcome is evidence, and moves the run. One thread.
 */
public final class Verification {
    private final VerifyDoors doors;
    private final VerifyPlan plan;
    private final VerifyOptions options;
    private final Round round;

    public Verification(VerifyDoors doors, VerifyPlan plan, VerifyOptions options) {
        this(doors, plan, options, Optional.empty());
    }

    /** @param elsewhere where ranges are compared; in this process where it is empty */
    public Verification(VerifyDoors doors, VerifyPlan plan, VerifyOptions options, Optional<RemoteReaders> elsewhere) {
        this.doors = doors;
        this.plan = plan;
        this.options = options;
        this.round = new Round(doors, plan, options, elsewhere);
    }

    /**
     * What a verification concluded.
     *
     * @param divergent some of the rows that differ
     */
    public record Conclusion(VerificationOutcome outcome, List<DivergentRow> divergent) {
        public Conclusion {
            divergent = List.copyOf(divergent);
        }
    }

    /**
     * Verifies, and records what came of it.
     *
     * @param requestedBy who asks, for the evidence
     */
    public Conclusion verify(String requestedBy, VerifyListener listener) {
        Optional<Incremental> incremental = options.incremental()
                ? Optional.of(Incremental.of(doors, plan, options)).filter(found -> found.bridges(listener))
                : Optional.empty();
        OptionalLong base = incremental.map(Incremental::base).orElse(OptionalLong.empty());
        long id = doors.evidence().beginVerification(plan.run(), base, requestedBy);
        Tally tally = new Tally(plan, options.shownKeys());
        try {
            rounds(tally, incremental, listener);
        } catch (HandoffException e) {
            if (!tally.diverges()) {
                failed(id, base, e.finding().text(), e);
                throw e;
            }
            return concluded(
                    tally, tally.outcome(id, base, Optional.of(e.finding().text())));
        } catch (RuntimeException | Error e) {
            // Its message may hold a value (R11).
            failed(id, base, "a defect: " + e.getClass().getSimpleName(), e);
            throw e;
        }
        return concluded(tally, tally.outcome(id, base));
    }

    private Conclusion concluded(Tally tally, VerificationOutcome outcome) {
        try {
            return new Conclusion(conclude(outcome), tally.shown());
        } catch (HandoffException e) {
            failed(outcome.id(), outcome.scope().base(), e.finding().text(), e);
            throw e;
        }
    }

    /** Of relations that were copied again meanwhile nothing is proven, and nothing of the run by the others. */
    private VerificationOutcome conclude(VerificationOutcome outcome) {
        try {
            doors.evidence().concludeVerification(outcome);
            return outcome;
        } catch (HandoffException e) {
            if (e.code() != ErrorCode.VERIFY_TOO_EARLY) {
                throw e;
            }
            VerificationOutcome overtaken = outcome.inconclusive(e.finding().observed());
            doors.evidence().concludeVerification(overtaken);
            return overtaken;
        }
    }

    private void rounds(Tally tally, Optional<Incremental> incremental, VerifyListener listener) {
        Round.Wanted wanted = new Round.Wanted(
                plan.pieces().size(),
                (view, watch) -> ranges(incremental
                        .map(touched -> touched.pieces(view, listener, watch))
                        .orElseGet(plan::pieces)));
        boolean more = true;
        for (int number = 1; number <= options.rounds() && more; number++) {
            Round.Result result = round(number, wanted, listener);
            tally.take(result);
            List<Task> again = again(result.judgement());
            wanted = new Round.Wanted(again.size(), (view, watch) -> again);
            more = !again.isEmpty();
            listener.ended(number, result.judgement().suspects().size());
        }
    }

    private Round.Result round(int number, Round.Wanted wanted, VerifyListener listener) {
        Round.Said said = new Round.Said(listener::waits, found -> listener.compared(size(found)));
        Round.Wanted told = new Round.Wanted(wanted.most(), (view, watch) -> {
            List<Task> tasks = wanted.at().apply(view, watch);
            listener.begins(number, tasks.size());
            return tasks;
        });
        return round.run(told, said);
    }

    private static long size(ComparedTask found) {
        return Math.max(
                found.compared().source().rows(), found.compared().target().rows());
    }

    private static List<Task> ranges(Iterable<Piece> pieces) {
        List<Task> tasks = new ArrayList<>();
        pieces.forEach(piece -> tasks.add(new Task.Range(piece)));
        return tasks;
    }

    /** Rows of a range that is compared again as a whole are in it. */
    private static List<Task> again(Judgement judgement) {
        List<Task> tasks = ranges(new LinkedHashSet<>(judgement.ranges()));
        Map<RelationSchema, List<Suspect>> suspects = new LinkedHashMap<>();
        for (Suspect suspect : judgement.suspects()) {
            if (!judgement.ranges().contains(suspect.piece())) {
                suspects.computeIfAbsent(suspect.piece().schema(), s -> new ArrayList<>())
                        .add(suspect);
            }
        }
        suspects.forEach((schema, rows) -> tasks.addAll(Task.Rows.of(schema, rows)));
        return tasks;
    }

    /** What cannot even be recorded is told by the first failure. */
    private void failed(long id, OptionalLong base, String reason, Throwable failure) {
        try {
            doors.evidence()
                    .concludeVerification(new VerificationOutcome(
                            id,
                            Verdict.FAILED,
                            Optional.empty(),
                            Optional.empty(),
                            0,
                            0,
                            Optional.of(reason),
                            List.of(),
                            VerificationScope.on(base)));
        } catch (HandoffException e) {
            failure.addSuppressed(e);
        }
    }
}

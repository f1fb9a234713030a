package io.trellara.handoff.job.local;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.evidence.RunState;
import java.util.Optional;

/**
 * What a run's end means. The evidence decides, never the job's status: a job can be FINISHED before the evidence was
 * written, and FAILED long after a handoff.
 */
public final class LocalVerdict {
    private static final int DEEPEST = 32;

    private LocalVerdict() {}

    /** The failure to report; empty where all is well. */
    public static Optional<HandoffException> of(RunEnd end) {
        Optional<RunRecord> halted =
                end.facts().map(facts -> facts.run()).filter(run -> run.state() == RunState.FAILED_RECOVERABLE);
        if (halted.isPresent()) {
            return Optional.of(halted(halted.get()));
        }
        if (end.how() != RunEnd.How.JOB_ENDED) {
            return Optional.empty();
        }
        return Optional.of(end.failure()
                .map(LocalVerdict::failed)
                .orElseGet(() -> HandoffException.bug("the job", "an end without a reason", "a run that goes on")));
    }

    private static HandoffException halted(RunRecord run) {
        ErrorCode code = run.failureCode().flatMap(ErrorCode::find).orElse(ErrorCode.RUN_HALTED);
        return new HandoffException(new Finding(
                code,
                "run " + run.run(),
                (run.divergenceProven() ? "" : "a halt: ") + reason(run, code),
                run.divergenceProven() ? "no difference" : "a run that goes on",
                run.divergenceProven()
                        ? "run it again, then ./handoff recopy --from-verification and ./handoff verify"
                        : "mend the cause, then ./handoff resume and ./handoff run; or ./handoff abandon"));
    }

    /** The recorded reason is a whole message; its label is said already. */
    private static String reason(RunRecord run, ErrorCode code) {
        String reason = run.failureReason().orElse("no reason recorded");
        String label = code.label() + ": ";
        return reason.startsWith(label) ? reason.substring(label.length()) : reason;
    }

    private static HandoffException failed(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < DEEPEST && cause != null; depth++, cause = cause.getCause()) {
            if (cause instanceof HandoffException known) {
                return known;
            }
        }
        return new HandoffException(
                new Finding(
                        ErrorCode.BUG,
                        "the job",
                        failure.getClass().getName(),
                        "a failure that the catalogue knows",
                        "report this with the log; it is a defect"),
                failure);
    }
}

package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorKind;

/** Says whose move it is after an error. */
final class WhoseMove {
    private WhoseMove() {}

    static String after(ErrorKind kind) {
        return switch (kind) {
            case CONFIG -> "The configuration is wrong; nothing was touched. Correct it and run again.";
            case PRECONDITION ->
                "Something outside is not as required; nothing was changed. Do what the message says, then run again.";
            case CONTRACT ->
                "The run has halted rather than guess. Read the reason in ./handoff status, mend it, then ./handoff"
                        + " resume; or abandon the run and start another.";
            case DIVERGENCE ->
                "Source and target are proven to differ. Keep the evidence, find out what wrote to the target, and start"
                        + " a new run.";
            case TRANSIENT ->
                "May pass by itself, and was retried within its budget. Run again; the run resumes where its evidence"
                        + " ends.";
            case BUG ->
                "A state that cannot be: a defect of this program. Report it with the run's evidence and the log.";
        };
    }
}

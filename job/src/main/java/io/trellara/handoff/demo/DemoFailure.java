package io.trellara.handoff.demo;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.RunRecord;

/** Makes the demo's errors. */
final class DemoFailure {
    private DemoFailure() {}

    /** The job ended though nobody asked it to (DEMO_JOB_ENDED). */
    static HandoffException jobEnded(DemoJob job, String while_) {
        return new HandoffException(new Finding(
                ErrorCode.DEMO_JOB_ENDED,
                "the demo's job",
                "exit status " + job.exitStatus() + " while the demo waited for " + while_ + "; its last lines:\n  "
                        + String.join("\n  ", job.lastLines()),
                "a job that runs until it is stopped",
                "read its lines; ./handoff explain names the remedy of a code"));
    }

    /** The run halted (DEMO_JOB_ENDED). */
    static HandoffException halted(DemoJob job, RunRecord run) {
        return new HandoffException(new Finding(
                ErrorCode.DEMO_JOB_ENDED,
                "the demo's run",
                "it halted with " + run.failureCode().orElse("no code") + ": "
                        + run.failureReason().orElse("no reason") + "; the job's last lines:\n  "
                        + String.join("\n  ", job.lastLines()),
                "a run that goes on",
                "read the reason; ./handoff explain names the remedy of a code"));
    }

    /** A wait was longer than its limit (DEMO_TIMEOUT). */
    static HandoffException timeout(DemoJob job, String awaited, long seconds, String last) {
        return new HandoffException(new Finding(
                ErrorCode.DEMO_TIMEOUT,
                "the demo",
                "no " + awaited + " within " + seconds + " s; last seen: " + last + "; the job's last lines:\n  "
                        + String.join("\n  ", job.lastLines()),
                awaited,
                "look at the job's lines; on a slow machine use fewer rows"));
    }

    /** A moment that the demo wanted to interrupt was over already (DEMO_TIMEOUT). */
    static HandoffException tooLate(String awaited, String seen) {
        return new HandoffException(new Finding(
                ErrorCode.DEMO_TIMEOUT, "the demo", seen, awaited, "use more rows, so that the copy takes longer"));
    }
}

package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.evidence.ControlKind;
import io.trellara.handoff.evidence.ControlRequest;
import io.trellara.handoff.evidence.EvidenceStore;
import io.trellara.handoff.evidence.RunRecord;
import io.trellara.handoff.job.JobConfig;

/** Leaves requests for a run's coordinator, which looks for them about once a second. */
final class Requests {
    private Requests() {}

    /** Who asks, as the evidence names him: the operating system's user. */
    static String user() {
        return System.getProperty("user.name", "unknown");
    }

    /** The run that is asked, which must not have halted: nobody would answer. */
    static RunRecord run(EvidenceStore evidence, JobConfig job) {
        evidence.requireSchema();
        RunRecord run = EvidenceDoor.require(evidence, job.source().run());
        if (run.halted()) {
            throw new HandoffException(new Finding(
                    ErrorCode.RUN_HALTED,
                    "run " + run.run(),
                    "a halt with " + run.failureCode().orElse("no code"),
                    "a run that goes on",
                    "mend the cause (handoff status names it), then handoff resume"));
        }
        return run;
    }

    /** Leaves one that has nothing to say but its kind. */
    static int leavePlain(JobConfig job, ControlKind kind, String command, Output output) {
        try (EvidenceStore evidence = EvidenceDoor.open(job, command)) {
            leave(evidence, ControlRequest.plain(run(evidence, job).run(), kind, user()), output);
            return 0;
        }
    }

    /** Leaves it, and says where its answer will be. */
    static void leave(EvidenceStore evidence, ControlRequest request, Output output) {
        long id = evidence.request(request);
        output.line("request " + id + " left for run " + request.run() + "; ./handoff status shows its answer");
    }

    /**
     * Nothing is deleted at such a target: rows there may be somebody else's: they could not be told from rows that the
     * source no longer has.
     */
    static void refuseMerged(JobConfig job) {
        if (job.source().copy().replaceExisting()) {
            throw new HandoffException(new Finding(
                    ErrorCode.TARGET_NOT_EMPTY,
                    "target.existing",
                    "merge: the target may hold rows that are not this run's",
                    "target tables that are the run's alone",
                    "delete the rows yourself, and start a new run for the relation"));
        }
    }
}

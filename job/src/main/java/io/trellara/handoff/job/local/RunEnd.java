package io.trellara.handoff.job.local;

import io.trellara.handoff.job.progress.RunFacts;
import java.util.Optional;

/**
 * How {@code run --local} ended.
 *
 * @param facts the last reading of the evidence; empty where there is no run
 * @param how why the process ended
 * @param failure what ended the job, where it failed
 */
public record RunEnd(Optional<RunFacts> facts, How how, Optional<Throwable> failure) {
    /** Why the process ended. */
    public enum How {
        GOAL_REACHED,
        STOPPED,
        JOB_ENDED
    }
}

package io.trellara.handoff.job.cli;

import io.trellara.handoff.error.Finding;
import java.util.List;
import java.util.function.Predicate;

/**
 * What the checks found.
 *
 * @param refusals stand against the run
 * @param notes do not, but are worth knowing
 */
record PreflightFindings(List<Finding> refusals, List<Finding> notes) {
    PreflightFindings {
        refusals = List.copyOf(refusals);
        notes = List.copyOf(notes);
    }

    /** @param mends what the run mends by itself */
    static PreflightFindings of(List<Finding> findings, Predicate<Finding> mends) {
        Predicate<Finding> refuses = finding -> finding.refuses() && !mends.test(finding);
        return new PreflightFindings(
                findings.stream().filter(refuses).toList(),
                findings.stream().filter(refuses.negate()).toList());
    }
}

package io.trellara.handoff.preflight;

import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.RunKey;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * What the checks have found: every problem once, refusals first.
 *
 * @param run the run that was to begin, or to go on
 * @param findings refusals, then warnings, each in the order of the checks
 */
public record PreflightReport(RunKey run, List<Finding> findings) {
    public PreflightReport {
        LinkedHashSet<Finding> ordered = new LinkedHashSet<>();
        findings.stream().filter(Finding::refuses).forEach(ordered::add);
        ordered.addAll(findings);
        findings = List.copyOf(ordered);
    }

    /** What stands against the run. */
    public List<Finding> refusals() {
        return findings.stream().filter(Finding::refuses).toList();
    }

    /** What an operator should know. */
    public List<Finding> warnings() {
        return findings.stream().filter(finding -> !finding.refuses()).toList();
    }

    /** Whether the run may begin. */
    public boolean passed() {
        return refusals().isEmpty();
    }

    /** Throws all refusals at once, where there is one. */
    public void requirePassed() {
        if (!passed()) {
            throw new HandoffException(refusals(), null);
        }
    }
}

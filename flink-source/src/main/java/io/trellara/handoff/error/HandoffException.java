package io.trellara.handoff.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one exception type: one or more findings, the first of which decides code and exit status. */
public final class HandoffException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final List<Finding> findings;

    public HandoffException(List<Finding> findings, @Nullable Throwable cause) {
        super(String.join("\n", findings.stream().map(Finding::text).toList()), cause);
        if (findings.isEmpty()) {
            throw new IllegalArgumentException("an exception needs a finding");
        }
        this.findings = List.copyOf(findings);
    }

    public HandoffException(Finding finding, @Nullable Throwable cause) {
        this(List.of(finding), cause);
    }

    public HandoffException(Finding finding) {
        this(List.of(finding), null);
    }

    /** A state that cannot be (R10). */
    public static HandoffException bug(String object, String observed, String required) {
        return new HandoffException(new Finding(
                ErrorCode.BUG, object, observed, required, "report this with the run's evidence; it is a defect"));
    }

    public List<Finding> findings() {
        return findings;
    }

    public Finding finding() {
        return findings.get(0);
    }

    public ErrorCode code() {
        return finding().code();
    }

    /**
     * Whether a run that is under way may get over it by starting again: besides transient failures, a server that does
     * not answer now may answer later. Before a run it is a refusal like any other.
     */
    public boolean mayPass() {
        return switch (code()) {
            case SOURCE_UNREACHABLE, TARGET_UNREACHABLE, EVIDENCE_UNREACHABLE -> true;
            default -> code().kind() == ErrorKind.TRANSIENT;
        };
    }
}

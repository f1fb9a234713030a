package io.trellara.handoff.error;

/** What a finding means for a run that has not begun. */
public enum Severity {
    /** The run is refused. */
    REFUSAL,
    /** The run may begin; somebody should know. */
    WARNING
}

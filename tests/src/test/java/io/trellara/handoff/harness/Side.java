package io.trellara.handoff.harness;

/** What a run connects to. */
public enum Side {
    SOURCE,
    TARGET,
    EVIDENCE
}

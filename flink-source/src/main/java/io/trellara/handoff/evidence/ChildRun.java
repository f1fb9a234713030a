package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;

/**
 * A run within another one: it copies beside the parent's stream and has rows of its own, so that the parent's counters
 * and events stay true.
 */
public record ChildRun(RunRecord run, String parentRunId, ChildKind kind) {
    /** The key of the parent's {@code number}th child of that kind, from 1. */
    public static RunKey key(RunKey parent, ChildKind kind, int number) {
        return new RunKey(parent.sourceId(), parent.datasetId(), parent.runId() + "." + kind.text() + "-" + number);
    }
}

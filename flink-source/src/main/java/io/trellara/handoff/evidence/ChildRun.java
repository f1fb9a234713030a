package io.trellara.handoff.evidence;

import io.trellara.handoff.model.RunKey;

/**
 * A run within another one: it copies beside the parent's stream and has rows of its own, so that the parent's counters
 * and events stay true.
 */
public record ChildRun(RunRecord run, String parentRunId, ChildKind kind) {
    /** The key of the run that a request leads to: one and the same, however often it is begun. */
    public static RunKey key(RunKey parent, ChildKind kind, long request) {
        return new RunKey(parent.sourceId(), parent.datasetId(), parent.runId() + "." + kind.text() + "-" + request);
    }

    /** The request that has led to it; requests are numbered in their order. */
    public long request() {
        String id = run.run().runId();
        return Long.parseLong(id.substring(id.lastIndexOf('-') + 1));
    }
}

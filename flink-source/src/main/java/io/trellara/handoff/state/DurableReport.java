package io.trellara.handoff.state;

import java.io.Serializable;

/** A report and the checkpoint whose state it was restored from. */
public record DurableReport(ChunkReport report, long checkpointId) implements Serializable {}

package io.trellara.handoff.model;

import java.io.Serializable;

/** A chunk of the plan: its name and its keys. */
public record PlannedChunk(ChunkId id, KeyRange range) implements Serializable {
    private static final long serialVersionUID = 1;
}

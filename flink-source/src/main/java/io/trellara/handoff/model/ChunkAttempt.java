package io.trellara.handoff.model;

import java.io.Serializable;

/** One attempt to copy a chunk; attempts count from 1 and never start over (design §15). */
public record ChunkAttempt(ChunkId chunk, int attempt) implements Serializable {
    public ChunkAttempt {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts start at 1");
        }
    }

    @Override
    public String toString() {
        return chunk + "@" + attempt;
    }
}

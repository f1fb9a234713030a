package io.trellara.handoff.evidence;

/** A compare-and-set of one chunk row: happens only if state and attempts are still {@code before}'s. */
public record ChunkMove(ChunkRecord before, ChunkRecord after) {
    public ChunkMove {
        if (!before.id().equals(after.id())) {
            throw new IllegalArgumentException("a move keeps its chunk");
        }
    }
}

package io.trellara.handoff.model;

import java.io.Serializable;

/** A chunk of one relation by its number, from 0 in key order. */
public record ChunkId(Relation relation, int number) implements Serializable {
    public ChunkId {
        if (number < 0) {
            throw new IllegalArgumentException("chunk numbers start at 0");
        }
    }

    /** The lane of all its blocks, so that one sink counts them and keeps its index pages together. */
    public int lane(int lanes) {
        return Math.floorMod(relation.hashCode() + number, lanes);
    }

    @Override
    public String toString() {
        return relation + "#" + number;
    }
}

package io.trellara.handoff.evidence;

/** States of a chunk; stored in lower case. */
public enum ChunkState {
    PLANNED,
    MEMBER,
    CLAIMED,
    COPIED;

    /** The stored form. */
    public String text() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}

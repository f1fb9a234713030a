package io.trellara.handoff.evidence;

import java.util.Locale;

/** States of a chunk; stored in lower case. */
public enum ChunkState {
    PLANNED,
    MEMBER,
    CLAIMED,
    COPIED;

    /** The stored form. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

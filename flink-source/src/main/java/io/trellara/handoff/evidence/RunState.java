package io.trellara.handoff.evidence;

import java.util.Locale;

/** The nine states of a run (design §7); stored in lower case. The moves between them are one table. */
public enum RunState {
    PLANNED,
    SLOT_CREATED,
    SNAPSHOT_EXPORTED,
    COPYING_TABLE,
    COPY_COMPLETE,
    STREAM_HANDOFF_READY,
    STREAMING,
    VERIFIED,
    FAILED_RECOVERABLE;

    /** The stored form. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

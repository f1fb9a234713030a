package io.trellara.handoff.evidence;

import java.util.Locale;

/** What an operator asks of a run; stored in lower case. */
public enum ControlKind {
    /** Copy a relation, or some of its chunks, again. */
    RECOPY,
    /** Take over a relation's new contract and copy it again. */
    REFRESH,
    /** Copy a relation that has come into the configured dataset. Left by the coordinator itself. */
    ADD,
    /** Carry a relation no more that has left the configured dataset. Left by the coordinator itself. */
    REMOVE,
    /** Begin no further wave, and claim nothing in a copy that has only one. The stream goes on. */
    PAUSE,
    /** The end of a pause. */
    RESUME_COPY,
    /** Other sizes and another pace for the copy. */
    TUNE;

    /** The stored form. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.trellara.handoff.evidence;

import java.util.Locale;

/** Where a request stands; stored in lower case. It only goes forward. */
public enum ControlState {
    REQUESTED,
    /** The coordinator works on it. */
    TAKEN,
    /** It is done, or in force. */
    DONE,
    REFUSED;

    /** The stored form. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

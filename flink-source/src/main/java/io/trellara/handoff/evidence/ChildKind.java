package io.trellara.handoff.evidence;

import java.util.Locale;

/** Why a run exists within another one; stored in lower case. */
public enum ChildKind {
    /** A relation, or some of its chunks, copied again. */
    RECOPY,
    /** A relation copied again because its contract has changed. */
    REFRESHED,
    /** A relation that came into the dataset. */
    ADDED;

    /** The stored form. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.trellara.handoff.evidence;

import java.util.Locale;

/** What a verification concluded; stored in lower case. */
public enum Verdict {
    /** It has concluded nothing yet; where its verifier was killed, it never will. */
    RUNNING,
    /** Source and target were equal at exact positions. */
    VERIFIED,
    /** They differ, and the source did not change what differs. */
    DIVERGED,
    /** Neither was proven: some keys were changed in every round. */
    INCONCLUSIVE,
    /** It could not go on. */
    FAILED;

    /** The stored form. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the stored form. */
    static Verdict parse(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}

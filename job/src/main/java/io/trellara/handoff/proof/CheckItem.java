package io.trellara.handoff.proof;

import java.util.Locale;

/**
 * What one check found.
 *
 * @param check its name, which never changes
 * @param object what was looked at
 * @param recommendation what to do; empty where it is verified
 */
public record CheckItem(String check, String object, Status status, String observed, String recommendation) {
    /** How it stands. */
    public enum Status {
        /** Looked at, and as it must be. */
        VERIFIED,
        /** Looked at, and not as it must be. */
        AT_RISK,
        /** It could not be looked at. */
        MISSING_EVIDENCE;

        /** As it is shown. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    static CheckItem verified(String check, String object, String observed) {
        return new CheckItem(check, object, Status.VERIFIED, observed, "");
    }

    static CheckItem atRisk(String check, String object, String observed, String recommendation) {
        return new CheckItem(check, object, Status.AT_RISK, observed, recommendation);
    }

    static CheckItem missing(String check, String object, String observed, String recommendation) {
        return new CheckItem(check, object, Status.MISSING_EVIDENCE, observed, recommendation);
    }
}

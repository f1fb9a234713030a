package io.trellara.handoff.report;

import java.time.Duration;
import java.time.Instant;

/** A stretch of time, and where moments lie along it in a picture. */
record Span(Instant from, Instant to) {
    Span {
        if (!to.isAfter(from)) {
            to = from.plusMillis(1);
        }
    }

    /** Where a moment lies, from 0 to 1; what is outside is put to the edge. */
    double share(Instant at) {
        double whole = Duration.between(from, to).toNanos();
        return Math.min(1, Math.max(0, Duration.between(from, at).toNanos() / whole));
    }

    Duration length() {
        return Duration.between(from, to);
    }

    /** In words, under a picture. */
    String words() {
        return Amounts.moment(from) + " to " + Amounts.moment(to) + " UTC (" + Amounts.duration(length()) + ")";
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.config.LockStrategy;
import java.time.Duration;

/**
 * How long a view may take to open.
 *
 * @param attempt one attempt waits this long for its locks; whole seconds, at least one
 * @param timeout all attempts together, and the pauses between them
 */
record LockLimits(LockStrategy strategy, Duration attempt, Duration timeout) {
    LockLimits {
        if (attempt.toSeconds() < 1 || timeout.compareTo(attempt) < 0) {
            throw new IllegalArgumentException("an attempt of " + attempt + " within " + timeout);
        }
    }
}

package io.trellara.handoff.dialect.mysql;

import io.trellara.handoff.error.HandoffException;
import java.util.Locale;

/** What the server's errors in the replication protocol mean for a run. */
final class ServerErrors {
    private static final int ACCESS_DENIED = 1045, PRIVILEGE = 1227, FATAL_IN_LOG = 1236, PURGED = 1789;

    private ServerErrors() {}

    /** @param message only looked at: it is not quoted */
    static HandoffException of(int code, String message) {
        String text = message.toLowerCase(Locale.ROOT);
        boolean log = code == FATAL_IN_LOG;
        if (code == PURGED || (log && text.contains("purged"))) {
            return BinlogFailures.purged("error " + code + ": purged");
        }
        if (log && text.contains("more gtids")) {
            return BinlogFailures.sourceChanged(
                    "a server that lacks transactions of the run's position", "a server that has all of them");
        }
        if (code == ACCESS_DENIED || code == PRIVILEGE) {
            return BinlogFailures.refused("error " + code);
        }
        return BinlogFailures.broken("error " + code);
    }
}

package io.trellara.handoff.model;

import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Who holds up what is waited for: by numbers only, no statement and no value (R11). Java-serialized in events.
 *
 * @param who as a clause, without ages
 * @param pid the session's number at its server; 0 for nobody who has a session
 * @param xid the transaction's number at its server; empty where it is not known
 * @param openMillis for how long that transaction, or session's statement, has been open; -1 where it is not known
 */
public record WaitHolder(String who, long pid, String xid, long openMillis) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Nobody that could be named. */
    public static WaitHolder unnamed(String what) {
        return new WaitHolder(what, 0, "", -1);
    }

    public static WaitHolder session(String who, long pid, Duration open) {
        return new WaitHolder(who, pid, "", open.toMillis());
    }

    public OptionalLong session() {
        return pid == 0 ? OptionalLong.empty() : OptionalLong.of(pid);
    }

    public Optional<String> transaction() {
        return xid.isEmpty() ? Optional.empty() : Optional.of(xid);
    }

    public Optional<Duration> open() {
        return openMillis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(openMillis));
    }

    /** With its age. */
    public String text() {
        return who + open().map(age -> ", open for " + age.toSeconds() + " s").orElse("");
    }
}

package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;

/**
 * Which source a run may go on with (R8): the recorded one, or the same cluster and database on a later timeline. Pure.
 * Whether that timeline's history holds everything that was copied is for the dialect to prove first.
 */
record SourceBinding(String kind, String system, int timeline, String database) {
    /** Requires that a run bound to {@code recorded} may go on with {@code now}; both are {@code Identity.text()}. */
    static void require(RunRecord run, String recorded, String now) {
        if (recorded.equals(now)) {
            return;
        }
        SourceBinding old = parse(recorded);
        SourceBinding present = parse(now);
        boolean same = old.kind.equals(present.kind)
                && old.system.equals(present.system)
                && old.database.equals(present.database)
                && present.timeline >= old.timeline;
        if (!same) {
            throw new HandoffException(new Finding(
                    ErrorCode.SOURCE_CHANGED,
                    "run " + run.run(),
                    "source " + now,
                    "source " + recorded + ", or a later timeline of it",
                    "point the run at the source it was bound to, or start a new run"));
        }
    }

    private static SourceBinding parse(String identity) {
        String[] parts = identity.split(":", 4);
        if (parts.length != 4 || !parts[2].matches("[0-9]{1,9}")) {
            throw HandoffException.bug("source identity", identity, "kind:system:timeline:database");
        }
        return new SourceBinding(parts[0], parts[1], Integer.parseInt(parts[2]), parts[3]);
    }
}

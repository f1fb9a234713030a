package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;
import io.trellara.handoff.model.Identity;

/**
 * Which source a run may go on with (R8): the recorded one, on the recorded timeline. Pure.
 *
 * <p>A promoted standby, or a server restored to a point in time, has the same system identifier on a later timeline,
 * and may lack what was copied and streamed already. It is another source until it is proven to hold all of it; the
 * coordinator proves that, and the binding then moves forward, never back.
 */
final class SourceBinding {
    private SourceBinding() {}

    /** Requires that a run bound to {@code recorded} may go on with {@code now}; both are {@code Identity.text()}. */
    static void require(RunRecord run, String recorded, String now) {
        if (!recorded.equals(now)) {
            throw refused(run, recorded, now);
        }
    }

    /** Requires {@code now} to be a later timeline of {@code recorded}. */
    static void requireLater(RunRecord run, String recorded, String now) {
        if (recorded.isEmpty() || !Identity.parse(now).isLaterTimelineOf(Identity.parse(recorded))) {
            throw refused(run, recorded, now);
        }
    }

    private static HandoffException refused(RunRecord run, String recorded, String now) {
        return new HandoffException(new Finding(
                ErrorCode.SOURCE_CHANGED,
                "run " + run.run(),
                "source " + now,
                "source " + recorded + ", or its promoted standby",
                "point the run at the source it was bound to, or start a new run"));
    }
}

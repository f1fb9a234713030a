package io.trellara.handoff.evidence;

import io.trellara.handoff.error.ErrorCode;
import io.trellara.handoff.error.Finding;
import io.trellara.handoff.error.HandoffException;

/**
 * Which source a run may go on with (R8): the recorded one, on the recorded timeline. Pure.
 *
 * <p>A promoted standby, or a server restored to a point in time, has the same system identifier on a later timeline,
 * and may lack what was copied and streamed already. As long as nothing proves that it holds all of it, it is another
 * source.
 */
final class SourceBinding {
    private SourceBinding() {}

    /** Requires that a run bound to {@code recorded} may go on with {@code now}; both are {@code Identity.text()}. */
    static void require(RunRecord run, String recorded, String now) {
        if (!recorded.equals(now)) {
            throw new HandoffException(new Finding(
                    ErrorCode.SOURCE_CHANGED,
                    "run " + run.run(),
                    "source " + now,
                    "source " + recorded + ", on the same timeline",
                    "point the run at the source it was bound to; behind a promotion or a restore start a new run, as"
                            + " what was copied may be missing there"));
        }
    }
}

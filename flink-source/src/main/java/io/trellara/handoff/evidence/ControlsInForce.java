package io.trellara.handoff.evidence;

import java.util.List;

/**
 * What operators have set for a run: the sum of its requests that are done, in their order. So a coordinator that
 * starts again needs no memory of its own. Pure.
 *
 * @param paused whether the copy stands still
 * @param tuning sizes and pace
 */
public record ControlsInForce(boolean paused, Tuning tuning) {
    public static final ControlsInForce NONE = new ControlsInForce(false, Tuning.NONE);

    /** The sum of {@code controls}, which are in the order of their requests. */
    public static ControlsInForce of(List<ControlRecord> controls) {
        ControlsInForce sum = NONE;
        for (ControlRecord control : controls) {
            if (control.state() == ControlState.DONE) {
                sum = sum.then(control.request());
            }
        }
        return sum;
    }

    /** With one request more. */
    public ControlsInForce then(ControlRequest request) {
        return switch (request.kind()) {
            case PAUSE -> new ControlsInForce(true, tuning);
            case RESUME_COPY -> new ControlsInForce(false, tuning);
            case TUNE -> new ControlsInForce(paused, tuning.then(request.tuning()));
            case RECOPY, REFRESH, ADD, REMOVE -> this;
        };
    }
}

package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** Ends the job at once: its cause is recorded, and restarting would not cure it. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class RunHalt extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final HandoffException reason;

    public RunHalt(HandoffException reason) {
        super(reason.getMessage(), reason);
        this.reason = reason;
    }

    /** Why. */
    public HandoffException reason() {
        return reason;
    }
}

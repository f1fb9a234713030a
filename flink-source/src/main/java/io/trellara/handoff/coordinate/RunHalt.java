package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** Ends the job at once: its cause is recorded, and restarting would not cure it. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class RunHalt extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RunHalt(HandoffException cause) {
        super(cause.getMessage(), cause);
    }
}

package io.trellara.handoff.sink;

import io.trellara.handoff.error.HandoffException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** Ends the job at once: the finding is in {@code trellara.halts} and a restart would meet it again. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class SinkHaltException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SinkHaltException(HandoffException halt) {
        super(halt.getMessage(), halt);
    }
}

package io.trellara.handoff.coordinate;

import io.trellara.handoff.error.HandoffException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a run ends by itself: the evidence first, then the job. Coordinator thread. */
final class Halting {
    private static final Logger LOG = LoggerFactory.getLogger(Halting.class);

    private final CoordinatorParts parts;
    private @Nullable Work evidence;
    private boolean halted;

    Halting(CoordinatorParts parts) {
        this.parts = parts;
    }

    /** The thread on which reasons are recorded; it is made with this object as the one that hears of failures. */
    void recordOn(Work thread) {
        evidence = thread;
    }

    boolean halted() {
        return halted;
    }

    /** A failure of blocking work: transient ones restart the job, all others halt the run. */
    void failed(Throwable failure) {
        if (halted) {
            return;
        }
        if (failure instanceof RunHalt refused) {
            halt(refused.reason());
        } else if (failure instanceof HandoffException known && !known.mayPass()) {
            halt(known);
        } else if (failure instanceof RuntimeException restartable) {
            throw restartable;
        } else {
            throw new IllegalStateException(failure);
        }
    }

    /** Does something on the coordinator thread whose failure is one of the run. */
    void guard(Runnable step) {
        try {
            step.run();
        } catch (HandoffException failure) {
            failed(failure);
        }
    }

    /** Records the reason, then ends the job. */
    void halt(HandoffException reason) {
        halted = true;
        LOG.error("run {} halts: {}", parts.config().run(), reason.getMessage());
        Objects.requireNonNull(evidence)
                .run(
                        () -> {
                            record(reason);
                            return reason;
                        },
                        recorded -> {
                            throw new RunHalt(recorded);
                        });
    }

    private void record(HandoffException reason) {
        try {
            parts.desk().halt(reason);
        } catch (RuntimeException unrecorded) {
            reason.addSuppressed(unrecorded);
        }
    }
}

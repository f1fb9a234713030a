package io.trellara.handoff.coordinate;

import io.trellara.handoff.state.ReaderEvent;
import java.util.function.Consumer;

/** The run's own copy and the one within it: what happens is told to both, and each knows whether it is meant. */
record Copies(CopyPhase own, RecopyPhase within, WaitBook waits) {

    /** What a reader says of its view or of a chunk. */
    void take(int subtask, ReaderEvent.OfCopy event) {
        if (event instanceof ReaderEvent.ViewWaits waiting) {
            waits.waiting(subtask, waiting.waitedFor());
            return;
        }
        waits.over(subtask);
        each(phase -> {
            if (event instanceof ReaderEvent.AttemptFailed failure) {
                phase.attemptFailed(subtask, failure);
            } else if (event instanceof ReaderEvent.ViewOpened opened) {
                phase.viewOpened(subtask, opened);
            } else if (event instanceof ReaderEvent.ViewFailed failure) {
                phase.viewFailed(subtask, failure);
            }
        });
    }

    void viewEnded(ViewKeeper.ViewEnd end) {
        each(phase -> phase.viewEnded(end));
    }

    void readerLost(int subtask) {
        waits.over(subtask);
        own.readerLost(subtask);
        within.readerLost(subtask);
    }

    /** One step further, if one is due. */
    void pump() {
        own.pump();
        within.pump();
    }

    private void each(Consumer<CopyPhase> told) {
        told.accept(own);
        within.copying().ifPresent(told);
    }
}
